import type { Payment } from './payment-provider.ts';
import type { Payments } from './checkout.ts';

/** The provider over HTTP. Whatever is asked of it may be asked again, so a lost answer is asked for again. */
export function paymentsAt(url: string): Payments {
  async function ask(path: string, init: RequestInit = {}, attempts = 3): Promise<Payment> {
    try {
      const response = await fetch(url + path, init);
      if (!response.ok) throw new Error(`the provider answers ${response.status}`);
      return (await response.json()) as Payment;
    } catch (error) {
      if (attempts === 1) throw error;
      return ask(path, init, attempts - 1);
    }
  }
  return {
    create: (reference) => ask('/payments', { method: 'POST', body: JSON.stringify({ reference }) }),
    read: (reference) => ask(`/payments/${encodeURIComponent(reference)}`),
    refund: (reference) => ask(`/payments/${encodeURIComponent(reference)}/refund`, { method: 'POST' }),
  };
}
