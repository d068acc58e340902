/** Bytes that are made of an answer, each form once. */

/**
 * Answers with the bytes of a form, and makes them when it is first asked for it. A form is known by its identity.
 *
 * @param onMade is told how many bytes were made, each time some are
 */
export function formsOf<F>(
  make: (form: F) => Uint8Array<ArrayBuffer>,
  onMade: (bytes: number) => void,
): (form: F) => Uint8Array<ArrayBuffer> {
  const forms = new Map<F, Uint8Array<ArrayBuffer>>();
  return (form) => {
    const known = forms.get(form);
    if (known) return known;
    const made = make(form);
    forms.set(form, made);
    onMade(made.byteLength);
    return made;
  };
}
