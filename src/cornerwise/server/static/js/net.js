/** Talking to the server: requests (docs/protocol.md). */

/** An answer that says no: its code tells why. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message @param {Record<string, any>} [more] */
  constructor(code, message, more = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

/**
 * @param {string} address
 * @param {RequestInit} [how]
 * @returns {Promise<any>}
 */
async function ask(address, how) {
  let response;
  try {
    response = await fetch(address, how);
  } catch {
    throw new Refusal("offline", "no connection");
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    const error = body.error ?? {};
    throw new Refusal(error.code ?? "bad_request", error.message ?? response.statusText, error);
  }
  return body;
}

/** @param {string} address */
export const get = (address) => ask(address);

/**
 * @param {string} address
 * @param {unknown} body  a text goes as it is, anything else as JSON
 */
export function post(address, body, method = "POST") {
  const text = typeof body === "string";
  return ask(address, {
    method,
    headers: { "Content-Type": text ? "text/plain; charset=utf-8" : "application/json" },
    body: text ? body : JSON.stringify(body),
  });
}

/** @param {string} address */
export const remove = (address) => ask(address, { method: "DELETE" });
