/** Creates and uses passkeys. If passkeys are not supported, the forms stay hidden and a text is shown instead. */
import { LIMIT_MS } from './fetch-page.ts';

export function offerPasskeys(): void {
  if (!self.PublicKeyCredential?.parseCreationOptionsFromJSON) return;
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    form.hidden = false;
    for (const other of document.querySelectorAll<HTMLElement>('[data-without-passkeys]'))
      other.hidden = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      // `send-once.ts` sets it at the first tap; a second prompt would fail.
      if (!form.dataset['sent']) void sendPasskey(form);
    });
  }
}

async function sendPasskey(form: HTMLFormElement): Promise<void> {
  try {
    const response = await fetch(form.dataset['options']!, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (response.redirected) return location.assign(response.url);
    const options = (await response.json()) as never;
    const credential =
      form.dataset['passkey'] === 'create'
        ? await navigator.credentials.create({
            publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
          })
        : await navigator.credentials.get({
            publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
          });
    form.querySelector<HTMLInputElement>('[name=answer]')!.value = JSON.stringify(credential);
    form.submit();
  } catch {
    delete form.dataset['sent'];
    form.querySelector<HTMLElement>('[role=alert]')!.hidden = false;
  }
}
