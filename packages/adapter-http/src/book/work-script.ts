/** The script of a page that asks for a proof of work: it solves the challenge in a worker, and sends the form. */
export const WORK_SCRIPT = `
const form = document.getElementById('work');
if (window.Worker && window.crypto?.subtle) {
  form.hidden = false;
  const worker = new Worker(form.dataset.worker);
  worker.onmessage = ({ data }) => {
    form.elements.work.value = data;
    form.submit();
  };
  worker.onerror = () => form.hidden = true;
  worker.postMessage(form.dataset.challenge);
}
`;

/** The worker: it tries counters until a key begins with the prefix (ALTCHA v2, PBKDF2/SHA-256), and answers with challenge and solution. */
export const WORKER_SCRIPT = `
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16));
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
onmessage = async ({ data }) => {
  const challenge = JSON.parse(data);
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const start = bytesOf(nonce);
  const password = new Uint8Array(start.length + 4);
  password.set(start);
  const view = new DataView(password.buffer);
  const terms = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost };
  for (let counter = 0; ; counter++) {
    view.setUint32(start.length, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivedKey = hexOf(new Uint8Array(await crypto.subtle.deriveBits(terms, key, keyLength * 8)));
    if (derivedKey.startsWith(keyPrefix)) return postMessage(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
  }
};
`;
