"""The preview in a codespace: a page behind a proxy that forwards its port is shown, and reloads."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from chromium import another
from forwarded_port import LEAD_HERE, forwarding
from playwright.sync_api import Browser, expect
from test_reload import Source, previewing

pytestmark = pytest.mark.slow


def test_a_page_behind_a_proxy_reloads_when_a_file_is_saved(browser: Browser, tmp_path: Path) -> None:
    source = Source(tmp_path)
    source.save("index", "text 0")
    with (
        previewing(source.build, source.texts) as local,
        forwarding(int(urlsplit(local).port or 0), tmp_path) as public,
        another(browser.browser_type, LEAD_HERE, "--ignore-certificate-errors") as other,
    ):
        page = other.new_page()
        complaints: list[str] = []
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type == "error" else None
        )
        page.goto(public)
        for number in range(2):
            expect(page.locator("main")).to_have_text(f"text {number}")
            source.save("index", f"text {number + 1}")
        expect(page.locator("main")).to_have_text("text 2")
        assert page.url == public
        assert complaints == []
