// usage: main.mjs MESSAGES LOG: sends them by the page's push-log.mjs, to the FCM of FCM_URL.
//
// Three of them go as one multicast.
import { readFileSync } from "node:fs";
import { pushLog, send, sendEachForMulticast } from "./push-log.mjs";

/** The SDK's errors, as far as they are needed here (firebase-admin-node, utils/error.ts). */
class FirebaseError extends Error {
  constructor(code, message, httpResponse) {
    super(message);
    this.code = code;
    this.httpResponse = httpResponse;
  }
}

const codes = {
  UNREGISTERED: "messaging/registration-token-not-registered",
  THIRD_PARTY_AUTH_ERROR: "messaging/third-party-auth-error",
};

/** The SDK puts its own spelling into that of the REST API before it posts. */
function restSpelling(message) {
  const { imageUrl, ...notification } = message.android?.notification ?? {};
  if (!imageUrl) return message;
  return {
    ...message,
    android: { ...message.android, notification: { ...notification, image: imageUrl } },
  };
}

const messaging = {
  async send(message) {
    const body = JSON.stringify({ message: restSpelling(message) });
    const answer = await fetch(process.env.FCM_URL, { method: "POST", body });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text).name;
    let data;
    try {
      data = JSON.parse(text);
    } catch {
      throw new FirebaseError("messaging/unknown-error", "Raw server response");
    }
    const detail = data.error.details.find((detail) => detail.errorCode);
    throw new FirebaseError(codes[detail.errorCode], data.error.message, {
      status: answer.status, headers: { date: "now" }, data,
    });
  },

  async sendEachForMulticast({ tokens, ...message }) {
    const settled = await Promise.allSettled(
      tokens.map((token) => messaging.send({ token, ...message })),
    );
    const responses = settled.map((one) =>
      one.status === "fulfilled"
        ? { success: true, messageId: one.value }
        : { success: false, error: one.reason },
    );
    const successCount = responses.filter((response) => response.success).length;
    return { responses, successCount, failureCount: responses.length - successCount };
  },
};

/** As Node teams write it: in the SDK's spelling. */
function sdkSpelling({ fcm_options: options, android, ...message }) {
  const { image, ...notification } = android?.notification ?? {};
  return {
    ...message,
    ...(android && {
      android: { ...android, notification: { ...notification, imageUrl: image } },
    }),
    fcmOptions: { analyticsLabel: options.analytics_label },
  };
}

const [messages, path] = process.argv.slice(2);
const log = pushLog(path);
const entries = JSON.parse(readFileSync(messages, "utf8"));
const multicast = entries.filter(({ message }) => /^(ios-[23]|refused-1)$/.test(message.token));
const { token, ...shared } = sdkSpelling(multicast[0].message);
const tokens = multicast.map(({ message }) => message.token);
await sendEachForMulticast(messaging, log, { tokens, ...shared }, { platform: "ios" });
for (const { message, platform } of entries) {
  if (tokens.includes(message.token)) continue;
  try {
    await send(messaging, log, sdkSpelling(message), { platform });
  } catch (error) {
    if (!(error instanceof FirebaseError)) throw error;
  }
}
