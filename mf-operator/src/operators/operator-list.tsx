import { useShell } from '@carry/remote-kit';
import type { Operator } from '@carry/remote-kit/own-answers/operator';
import { ActionButton } from '../console/action-button';
import { Actions, CardHead, Cards, Facts, formatMoment, Note } from '../console/parts';
import { AddOperator } from './add-operator';
import { removeOperator, resetOperator } from './api';
import { OwnRecoveryCodes } from './own-recovery-codes';

export const OperatorList = ({ data: operators }: { data: Operator[] }) => (
  <>
    <Cards of={operators} two>
      {(operator) => <OperatorCard operator={operator} />}
    </Cards>
    <AddOperator operators={operators} />
    <OwnRecoveryCodes />
  </>
);

const OperatorCard = ({ operator }: { operator: Operator }) => (
  <>
    <CardHead>
      <strong>{operator.email}</strong>
    </CardHead>
    <Facts
      of={[
        ['Since', formatMoment(operator.since)],
        ['Second factor', operator.enrolled ? 'Set up' : 'Not set up yet'],
      ]}
    />
    {operator.own ? (
      <Note>This is you. Another operator can reset your second factor or remove you.</Note>
    ) : (
      <OperatorActions operator={operator} />
    )}
  </>
);

function OperatorActions({ operator: { id, email, enrolled } }: { operator: Operator }) {
  const { api } = useShell();
  return (
    <Actions>
      {enrolled && (
        <ActionButton
          label={`Reset the second factor of ${email}`}
          action={{
            run: () => resetOperator(api, id),
            confirm: [
              `Reset the second factor of ${email}?`,
              'Until they set up a new one, anyone with their password can do it. Make sure the request really comes from them.',
            ],
          }}
        >
          Reset second factor
        </ActionButton>
      )}
      <ActionButton
        label={`Remove ${email}`}
        danger
        action={{
          run: () => removeOperator(api, id),
          confirm: [
            `Remove ${email} as an operator?`,
            'They lose access to the console right away.',
          ],
        }}
      >
        Remove
      </ActionButton>
    </Actions>
  );
}
