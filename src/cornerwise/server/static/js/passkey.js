/** Passkeys: what the browser and the server say to each other about them (WebAuthn). */

import { post, Refusal } from "./net.js";

/** Whether this browser can make and use passkeys here: they need a safe site that has a name. */
export const passkeysWork = () =>
  isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

/** @param {string} text */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {{id: string}} one */
const named = (one) => ({ ...one, id: bytes(one.id) });

/**
 * What the reader's device answers; one that was put off answers nothing.
 * @param {() => Promise<Credential | null>} ask
 */
async function answered(ask) {
  try {
    return /** @type {PublicKeyCredential | null} */ (await ask());
  } catch (why) {
    const known = why instanceof DOMException && why.name === "InvalidStateError";
    if (known) throw new Refusal("passkey_known", "this device has a passkey for it already");
    return null;
  }
}

/** @param {PublicKeyCredential} made @param {Record<string, ArrayBuffer | null>} response */
const written = (made, response) => ({
  id: made.id,
  rawId: text(made.rawId),
  type: made.type,
  response: Object.fromEntries(
    Object.entries(response).map(([name, part]) => [name, part ? text(part) : null]),
  ),
});

/**
 * Lets the device make a passkey: for who is signed in, or for a new account; null if it was put off.
 * @param {{name?: string, invitation?: string}} [whose]
 */
export async function newPasskey(whose = {}) {
  const { options } = await post("/api/passkeys/new", whose);
  const made = await answered(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: named(options.user),
        excludeCredentials: (options.excludeCredentials ?? []).map(named),
      },
    }),
  );
  if (!made) return null;
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const { clientDataJSON, attestationObject } = response;
  return written(made, { clientDataJSON, attestationObject });
}

/** Lets the device sign in with a passkey; null if it was put off. */
export async function knownPasskey() {
  const { options } = await post("/api/passkeys/known", {});
  const found = await answered(() =>
    navigator.credentials.get({
      publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] },
    }),
  );
  if (!found) return null;
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return written(found, { clientDataJSON, authenticatorData, signature, userHandle });
}
