/** The serialized forms of an answer, each made once. */

/**
 * Returns a function that gives the bytes of a form and makes them on the first call. Forms are compared by identity.
 *
 * @param onMade is called with the number of bytes each time a form is made
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
