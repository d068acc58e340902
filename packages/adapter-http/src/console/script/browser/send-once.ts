export function sendOnce(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset['sent']) event.preventDefault();
    form.dataset['sent'] = 'yes';
  });
  addEventListener('pageshow', () => {
    for (const form of document.forms) delete form.dataset['sent'];
  });
}
