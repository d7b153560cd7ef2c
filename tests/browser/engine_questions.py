"""Questions to the engine of a site that is served, asked in a page of it as its own pages ask them."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_ASK = """async ([url, asked]) => {
  window.worker ??= new Worker(url, { type: "module" });
  const said = [];
  const answer = await new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => (data.progress ? said.push(data.progress) : resolve(data));
    worker.postMessage({ id: 1, ...asked });
  });
  return { ...answer, said };
}"""
_IN_THE_PAGE = """async ([url, asked]) => {
  if (!window.engine) {
    const heard = (event) => {
      if (event.data.ask) return;
      event.stopImmediatePropagation();
      if (!event.data.progress) window.resolve(event.data);
    };
    addEventListener("message", heard);
    window.engine = await import(url);
  }
  return new Promise((resolve) => {
    window.resolve = resolve;
    postMessage({ id: 1, ...asked });
  });
}"""
"""The script of the worker in the page itself, which is deaf to its own answers."""


def ask(page: Page, **asked: Any) -> Any:
    """What the worker of a page of the site answers, under the policy of that page."""
    return page.evaluate(_ASK, ["engine/worker.js", asked])


def ask_in_the_page(page: Page, **asked: Any) -> Any:
    """What the same script answers where it runs in the page, which a browser can be told to slow down."""
    return page.evaluate(_IN_THE_PAGE, ["./engine/worker.js", asked])


def bare(folder: Path, policy: str = "") -> None:
    """A page with nothing on it but a policy, and the engine of a site beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(
        f"<!doctype html>{policy}<title>A</title><link rel='icon' href='data:,'>", encoding="utf-8"
    )


def policy() -> str:
    """The policy of the pages of a site, as their template has it."""
    base = (Path(__file__).parents[2] / "templates/base.html").read_text("utf-8")
    return re.sub(r"{%.*?%}", "", re.findall(r"<meta http-equiv=.*", base)[0])
