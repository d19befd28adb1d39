import { Form, type FormState, textOf, useForm, useShell } from '@carry/remote-kit';
import {
  lengthProblem,
  MAX_DESCRIPTION,
  MAX_NAME,
  MAX_OFFER,
  MAX_URL,
  trimText,
} from '@carry/remote-kit/limits';
import type { OperatorCoach } from '@carry/remote-kit/own-answers';
import { Button, SelectField, Setting, TextareaField, TextField } from '@carry/ui';
import { type CoachChange, editCoach } from './api';
import { parseChoices, parsePictures, printChoices, printPictures } from './parse';
import { useSave } from './use-save';

type Field =
  | 'name'
  | 'slug'
  | 'description'
  | 'offer'
  | 'games'
  | 'languages'
  | 'country'
  | 'clip'
  | 'meeting'
  | 'picture'
  | 'ranks'
  | 'gallery';
type Problems = Partial<Record<Field, string>>;

const SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/;

const slugProblem = (slug: string, before: string | null | undefined) =>
  slug === (before ?? '') || SLUG.test(slug)
    ? undefined
    : 'Please use up to 40 lowercase letters, digits and hyphens.';

function readChange(
  values: FormData,
  { choices, slug: before, gallery: pictures }: OperatorCoach,
): { change: CoachChange } | { errors: Problems } {
  const typed = (name: Field) => trimText(textOf(values, name));
  const orNull = (name: Field) => typed(name) || null;
  const [name, slug] = [typed('name'), typed('slug')];
  const games = parseChoices(typed('games'), choices?.games);
  const languages = parseChoices(typed('languages'), choices?.languages);
  const ranks = parsePictures(typed('ranks'));
  const gallery = parsePictures(typed('gallery'));
  const problems: [Field, string | undefined][] = [
    ['name', name ? lengthProblem(name, MAX_NAME) : 'Please enter a name.'],
    ['slug', slugProblem(slug, before)],
    ['description', lengthProblem(typed('description'), MAX_DESCRIPTION)],
    ['offer', lengthProblem(typed('offer'), MAX_OFFER)],
    ['games', games.problem],
    ['languages', languages.problem],
    ['ranks', ranks.problem],
    ['gallery', gallery.problem],
  ];
  const wrong = problems.filter(([, problem]) => problem);
  if (wrong.length > 0) return { errors: Object.fromEntries(wrong) };
  return {
    change: {
      name,
      ...(slug && slug !== before && { slug }),
      description: textOf(values, 'description'),
      special_offer: orNull('offer'),
      games: games.value ?? [],
      languages: languages.value ?? [],
      country: orNull('country'),
      clip: orNull('clip'),
      meeting_url: orNull('meeting'),
      image_url: orNull('picture'),
      rank_images: ranks.value ?? [],
      ...(pictures?.length && { gallery: gallery.value ?? [] }),
    },
  };
}

export function PublicPageForm({ coach }: { coach: OperatorCoach }) {
  const { api } = useShell();
  const save = useSave('coach-page', coach);
  const form = useForm<Field>('coach-page', async (values) => {
    const read = readChange(values, coach);
    if ('errors' in read) return read;
    return save((seen) => editCoach(api, read.change, { coach, seen }), 'Public page saved');
  });
  return (
    <Setting
      title="Public page"
      description="Visitors see changes at once. The coach can change the same fields, except the address."
    >
      <Form of={form} guarded>
        <Texts form={form} coach={coach} />
        <Facets form={form} coach={coach} />
        <Links form={form} coach={coach} />
        <Button type="submit" busy={form.busy} busyLabel="Saving...">
          Save public page
        </Button>
      </Form>
    </Setting>
  );
}

interface PartProps {
  form: FormState<Field>;
  coach: OperatorCoach;
}

const Texts = ({ form, coach: { id, name, slug, description, special_offer } }: PartProps) => (
  <>
    <TextField
      {...form.field('name')}
      label="Name"
      defaultValue={name}
      maxLength={MAX_NAME}
      autoComplete="off"
      required
    />
    <TextField
      {...form.field('slug')}
      label="Address"
      hint={`The last part of /coaches/… Earlier addresses and /booking/${id} redirect to it.`}
      defaultValue={slug ?? ''}
      autoCapitalize="none"
      spellCheck={false}
      autoComplete="off"
    />
    <TextareaField
      {...form.field('description')}
      label="Description"
      hint="In Markdown."
      rows={8}
      defaultValue={description}
    />
    <TextField
      {...form.field('offer')}
      label="Offer"
      hint="Shown in the offer banner. Leave empty to hide it."
      defaultValue={special_offer ?? ''}
      autoComplete="off"
    />
  </>
);

const Facets = ({ form, coach: { choices, games, languages, country } }: PartProps) =>
  choices && (
    <>
      <TextField
        {...form.field('games')}
        label="Games"
        hint={`Separated by commas: ${choices.games.map(({ name }) => name).join(', ')}.`}
        defaultValue={printChoices(games, choices.games)}
        autoComplete="off"
      />
      <TextField
        {...form.field('languages')}
        label="Languages"
        hint="Separated by commas, such as English, Korean."
        defaultValue={printChoices(languages, choices.languages)}
        autoComplete="off"
      />
      <SelectField
        {...form.field('country')}
        key={country}
        label="Country"
        defaultValue={country ?? ''}
      >
        <option value="">Not shown</option>
        {choices.countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );

const Links = ({ form, coach }: PartProps) => (
  <>
    <TextField
      {...form.field('clip')}
      label="Introduction clip"
      type="url"
      hint="A link to a YouTube or Twitch video. Leave empty to hide it."
      maxLength={MAX_URL}
      defaultValue={coach.clip ?? ''}
      autoComplete="off"
    />
    <TextField
      {...form.field('meeting')}
      label="Meeting link"
      type="url"
      hint="Leave empty to meet on Discord."
      maxLength={MAX_URL}
      defaultValue={coach.meeting_url ?? ''}
      autoComplete="off"
    />
    <TextField
      {...form.field('picture')}
      label="Picture"
      type="url"
      hint={`A link to a picture on ${coach.picture_origins.join(' or ')}. A portrait that the coach uploads replaces it.`}
      maxLength={MAX_URL}
      defaultValue={coach.image_url ?? ''}
      autoComplete="off"
    />
    <TextareaField
      {...form.field('ranks')}
      label="Rank images"
      hint="One per line: the picture’s link, a space and its name."
      rows={3}
      defaultValue={printPictures(coach.rank_images)}
    />
    {coach.gallery?.length ? (
      <TextareaField
        {...form.field('gallery')}
        label="Uploaded pictures"
        hint="One per line, in the order of the page. Delete a line to remove its picture."
        rows={3}
        defaultValue={printPictures(coach.gallery)}
      />
    ) : null}
  </>
);
