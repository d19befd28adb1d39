import { randomUUID } from 'node:crypto';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deleteExpired } from '../src/app/retention';
import { messageFiles } from '../src/core/db/schema';
import { StoreUnavailable } from '../src/core/files/file-store';
import { log } from '../src/core/process/log';
import { PNG, pair } from './conversation';
import { onEveryDatabaseAtNight } from './harness';

const REPLAY = 'PBDEMS2\0 a match';

onEveryDatabaseAtNight('message files', (api) => {
  test('limits concurrent uploads', async () => {
    const { student } = await pair(api());
    const files = await Promise.all(
      Array.from({ length: 100 }, () => student.upload('a.png', PNG)),
    );
    const stored = files.filter(({ status }) => status === 201);
    expect(stored.length).toBeLessThanOrEqual(40);
    expect(files.filter(({ status }) => status === 429).length).toBe(100 - stored.length);
  }, 60_000);

  test.each([
    ['page.html', '<script>alert(1)</script>', 415],
    ['drawing.svg', '<svg onload="alert(1)"/>', 415],
    ['picture.png', '<html><script>alert(1)</script>', 415],
    ['plan.pdf', PNG, 415],
    ['replay.dem', REPLAY, 201],
    ['replay.rofl', 'RIOT\0\0 a match', 201],
    ['replay.vrf', Uint8Array.from([0xdd, 0xef, 0xf4, 0x43, 7, 0, 0, 0]), 201],
    ['page.vrf', '<script>alert(1)</script>', 415],
    ['empty.png', '', 400],
    ['noname', PNG, 415],
  ])('answers an upload of %s by its content', async (name, content, status) => {
    const { student } = await pair(api());
    expect((await student.upload(name, content)).status).toBe(status);
  });

  test.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Windows\\evil.png', 'evil.png'],
    ['a\u202egnp.exe.png', 'agnp.exe.png'],
    ['"; filename=x.html;.png', '; filename=x.html;.png'],
    [`${'x'.repeat(240)}.png`, `${'x'.repeat(116)}.png`],
  ])('stores %s under a safe name', async (given, name) => {
    const { student } = await pair(api());
    const { status, body } = await student.upload(given, PNG);
    expect([status, body.name]).toEqual([201, name]);
    expect(
      readdirSync(api().config.uploads.messages).every((file) => /^[0-9a-f]{32}$/.test(file)),
    ).toBe(true);
  });

  test('rejects an upload while the file store is down', async () => {
    const { student } = await pair(api());
    const down = vi.spyOn(api().files, 'remove').mockRejectedValue(new Error('down'));
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await student.upload('empty.png', '')).status).toBe(400);
    expect([down, warned].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test('refuses 21 MB and leaves no file behind', async () => {
    const { student } = await pair(api());
    const before = readdirSync(api().config.uploads.messages).length;
    const large = new Uint8Array(21 * 1024 * 1024);
    large.set(PNG);
    const { status, body } = await student.upload('large.png', large);
    expect([status, body.detail]).toEqual([413, 'This file is larger than 20 MB.']);
    expect(readdirSync(api().config.uploads.messages)).toHaveLength(before);
  });

  test('states that the disk is full', async () => {
    const { student } = await pair(api());
    const { files } = api();
    const { write } = files;
    files.write = async () => {
      throw new StoreUnavailable('/uploads', new Error('no space left on device'));
    };
    try {
      const { status, body } = await student.upload('a.png', PNG);
      expect([status, body.detail]).toEqual([507, expect.stringContaining("can't store files")]);
    } finally {
      files.write = write;
    }
    expect((await student.write('Without the file.')).status).toBe(201);
  });

  test('serves files as attachments that no browser opens as a page', async () => {
    const { student, coach, path } = await pair(api());
    const { body: file } = await student.upload('täst (1).png', PNG);
    await student.write('', [file.id]);
    const response = await api().app.request(`${api().config.url}${path}files/${file.id}/`, {
      headers: { authorization: `Bearer ${coach.token}` },
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="t_st__1_.png"; filename*=UTF-8''t%C3%A4st%20%281%29.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
  });

  test('names a file that another message has', async () => {
    const { student } = await pair(api());
    const { body: file } = await student.upload('a.png', PNG);
    expect((await student.write('Hi.', [file.id])).status).toBe(201);
    const { status, body } = await student.write('Hi. Look at 2:10.', [file.id]);
    expect([status, body.detail]).toEqual([
      409,
      'You already sent “a.png”. Remove it here, then send again.',
    ]);
    expect((await student.write('Hi. Look at 2:10.')).status).toBe(201);
    expect((await student.write('Hi.', [0x7fff_ffff])).body.detail).toBe(
      'One of the files is no longer there. Please add it again.',
    );
  });

  test('deletes aborted uploads', async () => {
    const { student } = await pair(api());
    const { body: file } = await student.upload('a.png', PNG);
    const [row] = await api().db.select().from(messageFiles).where(eq(messageFiles.id, file.id));
    const { messages: folder } = api().config.uploads;
    const parts = ['b'.repeat(32), row?.storedAs].map((name) => `${name}.${randomUUID()}.part`);
    for (const part of parts) {
      writeFileSync(`${folder}/${part}`, 'half');
      utimesSync(`${folder}/${part}`, new Date(0), new Date(0));
    }
    await deleteExpired(api());
    const left = readdirSync(folder);
    expect(left.filter((name) => parts.includes(name))).toEqual([]);
    expect(left).toContain(row?.storedAs);
  });

  test('deletes uploads that were never sent after a day', async () => {
    const { student } = await pair(api());
    const { body: file } = await student.upload('a.png', PNG);
    await deleteExpired(api());
    expect((await student.get(`files/${file.id}/`)).status).toBe(200);
    api().clock.offset += 25 * 3_600_000;
    await deleteExpired(api());
    api().clock.offset -= 25 * 3_600_000;
    expect((await student.get(`files/${file.id}/`)).status).toBe(404);
  });
});
