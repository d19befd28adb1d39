import { afterEach, expect, test, vi } from 'vitest';
import { closePages, type OpenedPage, openPage } from '../../test/console-page';
import { EditSite } from './edit-site';

afterEach(async () => {
  vi.restoreAllMocks();
  await closePages();
  sessionStorage.clear();
});

const createSite = (revision: number, name: string) => ({ revision, name, refusal: null });

async function open() {
  let site = createSite(3, 'Carry');
  const documents = { '/site': { toJSON: () => site } };
  const page = await openPage(<EditSite />, { documents });
  const publish = async (revision: number, name: string) => {
    site = createSite(revision, name);
    await page.announce('change');
  };
  return { page, publish };
}
const field = (page: OpenedPage) => page.field('Document') as HTMLTextAreaElement;
const edited = JSON.stringify({ name: 'Carry 2' });

test('keeps the edited document until it is saved', async () => {
  const { page } = await open();
  await page.fill('Document', edited);
  await closePages();
  const { page: again } = await open();
  expect(field(again).value).toBe(edited);
  await again.press('Review the change');
  await again.fill('Reason', 'A new season');
  await again.press('Change document');
  expect(again.sent[0]?.body).toMatchObject({ revision: 3, product: { name: 'Carry 2' } });
  expect(JSON.parse(field(again).value)).toEqual({ name: 'Carry' });
});

test.each(['getItem', 'setItem', 'removeItem'] as const)(
  'edits the document although storage refuses %s',
  async (method) => {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const { page } = await open();
    await page.fill('Document', edited);
    expect(field(page).value).toBe(edited);
    await page.press('Discard my changes');
    expect(JSON.parse(field(page).value)).toEqual({ name: 'Carry' });
  },
);

test('keeps the text through a failed read without storage', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(null);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const { page } = await open();
  await page.fill('Document', edited);
  const before = field(page);
  page.refuse(503);
  await page.announce('change');
  expect(field(page)).toBe(before);
  page.refuse(null);
  await page.announce('change');
  expect(field(page).value).toBe(edited);
});

test('keeps text typed while an earlier one is saved', async () => {
  const { page } = await open();
  await page.fill('Document', edited);
  await page.press('Review the change');
  await page.fill('Reason', 'A new season');
  const reply = page.holdReplies();
  await page.press('Change document');
  await page.press('Cancel');
  const later = JSON.stringify({ name: 'Carry 3' });
  await page.fill('Document', later);
  await reply();
  expect(page.sent).toHaveLength(1);
  expect(field(page).value).toBe(later);
});

test('keeps text stored by an editor opened while a change is saved', async () => {
  const { page } = await open();
  await page.fill('Document', edited);
  await page.press('Review the change');
  await page.fill('Reason', 'A new season');
  const reply = page.holdReplies();
  await page.press('Change document');
  const later = JSON.stringify({ revision: 3, text: '{"name":"Carry 3"}' });
  sessionStorage.setItem('site-document', later);
  await reply();
  expect(sessionStorage.getItem('site-document')).toBe(later);
});

test('ignores a stored draft that is damaged', async () => {
  sessionStorage.setItem('site-document', '{"revision":');
  const { page } = await open();
  expect(JSON.parse(field(page).value)).toEqual({ name: 'Carry' });
});

test('keeps the edited document when another revision is published', async () => {
  const { page, publish } = await open();
  await page.fill('Document', edited);
  await publish(4, 'Carry EU');
  expect(field(page).value).toBe(edited);
  expect(page.element.textContent).toContain('Your text is based on revision 3');
  await page.press('Load revision 4');
  expect(JSON.parse(field(page).value)).toEqual({ name: 'Carry EU' });
});

test('keeps the reason on a click outside the dialog', async () => {
  const { page } = await open();
  await page.fill('Document', edited);
  await page.press('Review the change');
  await page.fill('Reason', 'A new season');
  page.element.querySelector('dialog')?.click();
  expect((page.field('Reason') as HTMLTextAreaElement).value).toBe('A new season');
});
