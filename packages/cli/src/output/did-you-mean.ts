import { closestMatch } from 'leven';

/** ` (did you mean x?)` for the candidate that a name was probably meant to be; empty when none is near. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const maxDistance = Math.max(1, Math.floor(name.length / 3));
  const wanted = name.toLowerCase();
  const near =
    candidates.find((candidate) => candidate.toLowerCase() === wanted) ??
    candidates.find((candidate) => wanted.length > 2 && candidate.toLowerCase().startsWith(wanted)) ??
    closestMatch(name, candidates, { maxDistance });
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}
