import { getOperator, type Operator, operators } from '@fornix/contract'
import { Button, Card, Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { refreshCall, refreshIfFailed } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { messages } from './messages.ts'
import type { ProfileChange } from './ProfileCard.tsx'

const texts = messages.role

type Props = { operator: Operator; save: (change: ProfileChange) => Promise<unknown> }

/** What a provider may do; an admin's choice takes effect immediately, and can be undone until somebody else chooses. */
export const RoleCard = ({ operator, save }: Props) => {
  const { provider_id, version, role } = operator
  const [last, setLast] = useState<{ from: string; to: string }>()
  const { attempt, busy, problem } = useAttempt((error) => failureSentence(error, texts.failed))
  const change = (to: string, from?: string) =>
    void attempt(
      () => refreshIfFailed(save({ provider_id, version, role: to }), () => refreshCall(getOperator)),
      () => setLast(from === undefined ? undefined : { from, to }),
    )
  return (
    <Card>
      <Group align="flex-end" gap="md">
        <Select
          label={texts.label}
          description={texts.hint}
          data={operators}
          value={role}
          disabled={busy}
          allowDeselect={false}
          onChange={(to) => to && to !== role && change(to, role)}
          w={{ base: '100%', xs: 280 }}
        />
        <Group gap="sm" role="status" mih={{ base: 0, xs: 40 }}>
          {last?.to === role && (
            <>
              <Text size="sm">{texts.changed(role)}</Text>
              <Button variant="default" size="compact-md" disabled={busy} onClick={() => change(last.from)}>
                {texts.undo}
              </Button>
            </>
          )}
        </Group>
      </Group>
      {problem && <ErrorAlert mt="md">{problem}</ErrorAlert>}
    </Card>
  )
}
