// usage: main.mjs DEVICES LOG: runs the page's push-log-worker.js in the place of a service worker,
// with the pushes of DEVICES that went to web tokens.
//
// web-1 comes while no window is visible, and is clicked; web-2 comes while one is, and what the
// site shows of it itself is closed. Before them come a push that is no JSON, and one that is
// not of FCM.
import { appendFileSync, readFileSync } from "node:fs";
import vm from "node:vm";

const [devices, log] = process.argv.slice(2);
const listeners = {};
let windows = [];
const self = {
  addEventListener: (name, listener) => { (listeners[name] ??= []).push(listener); },
  clients: { matchAll: async () => windows },
};
const fetch = async (path, { method, body }) => {
  if (path !== "/push-log" || method !== "POST") throw new Error(`asked for ${path}`);
  appendFileSync(log, body);
};
vm.runInNewContext(readFileSync("push-log-worker.js", "utf8"), { self, fetch });

/** An event ends when all that its listeners wait for has. */
async function dispatch(name, event) {
  const waited = [];
  for (const listener of listeners[name]) {
    listener({ ...event, waitUntil: (promise) => waited.push(promise) });
  }
  await Promise.all(waited);
}

const pushed = (text) => ({ data: { json: () => JSON.parse(text) } });
const shown = (push) => ({ notification: { data: { FCM_MSG: push } }, action: "" });
const pushes = Object.fromEntries(
  readFileSync(devices, "utf8").trim().split("\n").map((line) => JSON.parse(line))
    .map(({ token, payload }) => [token, payload]),
);

await dispatch("push", pushed("hello"));
await dispatch("push", pushed('{"type":"other"}'));
await dispatch("notificationclick", { notification: {}, action: "" });
windows = [{ visibilityState: "hidden" }];
await dispatch("push", pushed(JSON.stringify(pushes["web-1"])));
await dispatch("notificationclick", shown(pushes["web-1"]));
windows = [{ visibilityState: "hidden" }, { visibilityState: "visible" }];
await dispatch("push", pushed(JSON.stringify(pushes["web-2"])));
await dispatch("notificationclose", shown(pushes["web-2"]));
