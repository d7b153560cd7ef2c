// Keeps what calculates in the browser for days without a network: a service worker, registered by the pages that
// use the engine and by no other. It looks at nothing but the engine, those pages and what they need.
//
// The runtime never changes under its address: it comes out of what is kept. All else comes from the network
// whenever that is there, so that nobody calculates with tables of yesterday.
"use strict";

const KEPT = "sitegen-engine";
const SCOPE = self.registration.scope;
const RUNTIME = "engine/pyodide/";
const OURS = /^(?:engine\/|static\/|(?:[a-z]{2}\/)?check\/|(?:[a-z]{2}\/)?[a-z0-9-]+\/(?:enter|risers)\/|[a-z0-9-]+\/[a-z0-9_-]+\.(?:csv|json)$)/;

const placeOf = (url) => (url.startsWith(SCOPE) ? url.slice(SCOPE.length).split(/[?#]/)[0] : "");

async function fetched(request) {
  const response = await fetch(request);
  if (response.ok) await keep(request, response.clone());
  return response;
}

/** Keeps an answer; where there is no room for it, what was asked for comes all the same. */
async function keep(request, response) {
  try {
    await (await caches.open(KEPT)).put(request, response);
  } catch {
    // then it is not there without a network
  }
}

async function fromKept(request) {
  return (await (await caches.open(KEPT)).match(request)) ?? fetched(request);
}

async function fromNetwork(request) {
  try {
    return await fetched(request);
  } catch (error) {
    const kept = await (await caches.open(KEPT)).match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

/** Takes out the runtimes of other versions. */
async function tidied() {
  const cache = await caches.open(KEPT);
  const old = (await cache.keys()).filter(({ url }) => {
    const place = placeOf(url);
    return place.startsWith("engine/pyodide") && !place.startsWith(RUNTIME);
  });
  await Promise.all(old.map((each) => cache.delete(each)));
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([tidied(), self.clients.claim()])));
self.addEventListener("fetch", (event) => {
  const place = event.request.method === "GET" ? placeOf(event.request.url) : "";
  if (place.startsWith(RUNTIME)) event.respondWith(fromKept(event.request));
  else if (OURS.test(place)) event.respondWith(fromNetwork(event.request));
});
