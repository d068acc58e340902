import { MAIL_URL_PARAMETERS, unknownMailUrlParameters } from '@bord/adapter-http/mail-url';
import leven from 'leven';
import { nearestName } from '../output/did-you-mean.ts';
import { parametersOf } from '../storages/storages.ts';
import { names, type Variable } from './variables.ts';

export interface Remark {
  /** The setting that has no sound value; null where no setting is concerned. */
  readonly variable: Variable | null;
  /** Where it was given, for people: `BORD_LOG`, `--port`, `PORT (.env)`. */
  readonly label: string;
  readonly found: string;
  /** The next step; null if `found` has it. */
  readonly advice: string | null;
  /** `fatal` stops the start; `fault` is a warning that `bord doctor` counts as a fault. */
  readonly severity: 'fatal' | 'fault' | 'warning';
}

export function remarkText({ found, advice }: Remark): string {
  return advice === null ? found : `${found}: ${advice}`;
}

/** A kubelet sets these for a service named `bord`; the bare port as `tcp://10.96.0.12:80` (D50). */
const OF_KUBELET = /^BORD_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\w+)$/;

const EDITS_MAX = 2;
/** A list of more names is left out of a message. */
const LISTED_MAX = 20;

/** A variable that looks like a setting and is not one (D50); null for every other. */
export function unknownVariable(name: string, text: string, label: string): Remark | null {
  if (!name.startsWith('BORD_') || names.some((known) => known === name)) return null;
  if (OF_KUBELET.test(name) || (name === 'BORD_PORT' && text.includes('://'))) return null;
  const near = names.find((known) => leven(name, known) <= EDITS_MAX);
  const meant = near ?? names.find((known) => `BORD_${known}` === name) ?? nearestName(name, names);
  return {
    variable: null,
    label,
    found: `${label} is not a setting${near ? '' : ', and is ignored'}`,
    advice: meant
      ? `rename it to ${meant}, or remove it`
      : 'remove it; the documentation has a page of all settings',
    severity: near ? 'fatal' : 'fault',
  };
}

/** The URL parameters of a sound value, by the setting. */
const PARAMETERS: Readonly<Partial<Record<Variable, typeof parametersOf>>> = {
  BORD_DATABASE: parametersOf,
  BORD_DATABASE_DIRECT: parametersOf,
  BORD_MAIL: mailParametersOf,
  BORD_FILES: fileParametersOf,
};

function mailParametersOf(text: string): ReturnType<typeof parametersOf> {
  const unknown = text.startsWith('file:') ? [] : unknownMailUrlParameters(text);
  return { unknown, ignored: [], known: MAIL_URL_PARAMETERS };
}

function fileParametersOf(text: string): ReturnType<typeof parametersOf> {
  const known = ['region'];
  const given = text.startsWith('file:') ? [] : [...new URL(text.slice('s3:'.length)).searchParams.keys()];
  return { unknown: given.filter((name) => !known.includes(name)), ignored: [], known };
}

/** Faults of the URL parameters of a valid value; empty for other settings. */
export function parameterRemarks(variable: Variable, url: string, label: string): readonly Remark[] {
  const parameters = PARAMETERS[variable]?.(url);
  if (!parameters) return [];
  const { unknown, ignored, known } = parameters;
  // A name behind a raw @ may be a part of the password.
  const isRaw = /\?.*@/.test(url);
  const wrong = unknown.map((name): Remark => {
    const words = wordsOn(isRaw ? '' : name, known, label);
    return { variable, label, severity: 'fatal', ...words };
  });
  if (ignored.length === 0) return wrong;
  const found = `${label} has URL parameters without effect (${ignored.join(', ')})`;
  return [...wrong, { variable: null, label, found, advice: 'remove them', severity: 'warning' }];
}

/** A name with unusual characters may be part of a password and is not repeated. */
function wordsOn(name: string, known: readonly string[], label: string): Pick<Remark, 'found' | 'advice'> {
  if (!/^(?:tls\.)?[a-z_]{1,40}$/i.test(name))
    return {
      found: `${label} has a URL parameter without a proper name`,
      advice: 'remove it; in a user or a password ? is written %3F',
    };
  const near = nearestName(name, known);
  const list =
    known.length > 0 && known.length <= LISTED_MAX ? `; known parameters are ${known.join(', ')}` : '';
  return {
    found: `${label} has the unknown URL parameter ${name}`,
    advice: `${near ? `rename it to ${near}, or remove it` : 'remove it'}${list}`,
  };
}
