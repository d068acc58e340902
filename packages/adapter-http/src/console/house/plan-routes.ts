import { BookingError } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { type HouseInput, housePage, type HouseRoute } from './house-frame.ts';
import type { LocationFiles } from './location-files.ts';
import { planContent } from './plan-page.ts';
import { readUpload } from './read-upload.ts';
import { FILE_KIB_MAX, reviewContent, reviewFormContent, type ReviewForm } from './review-page.ts';

/** The plan, its file, and the review of another file. Without file support only the plan. */
export function planRoutes(files: LocationFiles | null): readonly HouseRoute[] {
  const plan: HouseRoute = {
    path: '/console/:location/plan',
    read: async (input) => {
      const file = files && (await files.write(input.location));
      return housePage({ input, page: 'plan', content: planContent({ ...input, file }) });
    },
  };
  if (!files) return [plan];
  return [
    plan,
    { path: '/console/:location/plan/file', read: (input) => fileAnswer(input, files) },
    {
      path: '/console/:location/plan/check',
      role: 'manager',
      readForm: readUpload,
      read: async (input) => formPage(input, { text: '', fault: null }),
      change: (input) => review(input, files),
    },
  ];
}

async function fileAnswer({ location }: ConsoleInput, files: LocationFiles): Promise<Answer> {
  const name = location.alias ?? location.id;
  return {
    status: 200,
    type: 'application/yaml; charset=utf-8',
    body: await files.write(location),
    headers: [
      'content-disposition',
      `attachment; filename="${name}.yaml"`,
      'cross-origin-resource-policy',
      'same-origin',
    ],
  };
}

function formPage(input: HouseInput, form: ReviewForm): Answer {
  return housePage({
    input,
    page: 'review',
    ...(form.fault !== null && { status: 422 }),
    content: reviewFormContent(input, form),
  });
}

/** An uploaded file takes precedence over pasted text. Holds that the form names are released before the review (D46). */
async function review(input: HouseInput & Sent, files: LocationFiles): Promise<Answer> {
  const { form, words, house, location } = input;
  const say = words.house.review;
  const { text: pasted = '', file: chosen = '' } = form;
  const text = chosen.trim() === '' ? pasted : chosen;
  const tell = (title: string, lines: readonly string[] = []): Answer =>
    formPage(input, { text: text.length > FILE_KIB_MAX * 1024 ? '' : text, fault: { title, lines } });
  if (form['file-unreadable'] !== undefined) return tell(say.notText);
  if (text.trim() === '') return tell(say.nothing);
  if (Buffer.byteLength(text) > FILE_KIB_MAX * 1024) return tell(say.tooLarge(FILE_KIB_MAX));
  const file = await files.read(text);
  if ('faults' in file) return tell(say.faults, file.faults);
  if (file.id !== null && file.id.toLowerCase() !== location.id) return tell(say.otherHouse);
  try {
    for (const id of (form['release'] ?? '').split(' ')) if (id !== '') await house.holds.release(id);
    const reviewed = await house.plan.review(file.plan, { closures: file.closures });
    const changes = await files.changes(reviewed);
    const content = reviewContent(input, { review: reviewed, changes, text });
    return housePage({ input, page: 'review', content });
  } catch (error) {
    const faults = file.faultsOf(error);
    if (faults) return tell(say.faults, faults);
    if (BookingError.is(error) && error.code === 'conflict') return tell(say.faults, [error.message]);
    throw error;
  }
}
