import { encode } from 'uqr';
import { html, type Html } from './html.ts';

/** A QR code with a margin of four modules, dark on light in every colour scheme, which some readers need. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<svg
    class="code"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${size} ${size}"
    width="220"
    height="220"
  >
    <path fill="#ffffff" d="M0 0h${size}v${size}H0z" />
    <path fill="#000000" d="${path}" />
  </svg>`;
}
