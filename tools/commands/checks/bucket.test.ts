import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const text = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../..', file), 'utf8');

test('the bucket grants each credential the rights of its policy', () => {
  const [, document = ''] = /<<JSON\n([\s\S]*?)\nJSON\n/.exec(text('deploy/bucket/start.sh')) ?? [];
  const { identities } = JSON.parse(document) as {
    identities: { name: string; actions: string[] }[];
  };
  expect(identities.map(({ name }) => name)).toEqual(['site', 'releases']);
  const rights = { 's3:GetObject': 'Read', 's3:PutObject': 'Write', 's3:ListBucket': 'List' };
  for (const { name, actions } of identities) {
    const { Statement } = JSON.parse(text(`deploy/bucket/${name}.json`)) as {
      Statement: { Action: string[]; Resource: string[] }[];
    };
    const allowed = Statement.flatMap(({ Action, Resource }) =>
      Object.entries(rights)
        .filter(([action]) => Action.includes(action))
        .flatMap(([, right]) =>
          Resource.map((resource) => `${right}:${resource.replace('arn:aws:s3:::', '')}`),
        ),
    );
    // SeaweedFS matches prefixes
    const granted = actions.map((action) => action.replace('.json*', '.json'));
    expect(granted.sort(), name).toEqual(allowed.sort());
  }
});

test('sites add audit entries and replace none', () => {
  const { Statement } = JSON.parse(text('deploy/bucket/site.json')) as {
    Statement: { Action: string[]; Resource: string[]; Condition?: object }[];
  };
  const writers = Statement.filter(
    ({ Action, Resource }) =>
      Action.includes('s3:PutObject') && Resource.some((resource) => resource.includes('/audit/')),
  );
  expect(writers.map(({ Resource, Condition }) => [Resource.length, Condition])).toEqual([
    [1, { Null: { 's3:if-none-match': 'false' } }],
  ]);
});
