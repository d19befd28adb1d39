import { useShell } from '@carry/remote-kit';
import type { Operator } from '@carry/remote-kit/own-answers/operator';
import { ActButton } from '../console/act-button';
import { Actions, Cards, Facts, formatMoment, Head } from '../console/parts';
import { AddOperator } from './add-operator';
import { removeOperator, resetOperator } from './api';

export const OperatorList = ({ data: operators }: { data: Operator[] }) => (
  <>
    <Cards of={operators} two>
      {(operator) => <OperatorCard operator={operator} />}
    </Cards>
    <AddOperator operators={operators} />
  </>
);

function OperatorCard({ operator: { id, email, since, enrolled } }: { operator: Operator }) {
  const { api } = useShell();
  return (
    <>
      <Head>
        <strong>{email}</strong>
      </Head>
      <Facts
        of={[
          ['Since', formatMoment(since)],
          ['Second factor', enrolled ? 'Set up' : 'Not set up yet'],
        ]}
      />
      <Actions>
        {enrolled && (
          <ActButton
            label={`Reset the second factor of ${email}`}
            act={{
              run: () => resetOperator(api, id),
              confirm: [
                `Reset the second factor of ${email}?`,
                'Until they set up a new one, anyone with their password can do it. Make sure the request really comes from them.',
              ],
            }}
          >
            Reset second factor
          </ActButton>
        )}
        <ActButton
          label={`Remove ${email}`}
          danger
          act={{
            run: () => removeOperator(api, id),
            confirm: [
              `Remove ${email} as an operator?`,
              'They lose access to the console right away.',
            ],
          }}
        >
          Remove
        </ActButton>
      </Actions>
    </>
  );
}
