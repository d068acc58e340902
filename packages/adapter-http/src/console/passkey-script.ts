/** Creates and uses passkeys in the browser. If passkeys are not supported, the forms stay hidden and a text is shown instead. */
export const PASSKEY_SCRIPT = `
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const makes = form.dataset.passkey === 'create';
  const read = self.PublicKeyCredential?.[makes ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON'];
  if (!read) continue;
  const container = navigator.credentials;
  form.hidden = false;
  for (const other of document.querySelectorAll('[data-without-passkeys]')) other.hidden = true;
  form.addEventListener('submit', async (event) => {
    const { answer } = form.elements;
    if (answer.value) return;
    event.preventDefault();
    try {
      const response = await fetch(form.dataset.options, { headers: { accept: 'application/json' } });
      if (response.redirected) return void location.assign(response.url);
      const publicKey = read.call(PublicKeyCredential, await response.json());
      const credential = makes ? await container.create({ publicKey }) : await container.get({ publicKey });
      answer.value = JSON.stringify(credential.toJSON());
      form.submit();
    } catch {
      delete form.dataset.sent;
      form.querySelector('[role=alert]').hidden = false;
    }
  });
}
`;
