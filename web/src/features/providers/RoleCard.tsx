import { type Operator, operators } from '@fornix/contract'
import { Button, Card, Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { messages } from './messages.ts'
import type { ProfileChange } from './ProfileCard.tsx'

const texts = messages.role

type Props = { operator: Operator; save: (change: ProfileChange) => Promise<unknown> }

/** What a provider may do; an admin's choice counts at once, and can be taken back. */
export const RoleCard = ({ operator, save }: Props) => {
  const [busy, setBusy] = useState(false)
  const [before, setBefore] = useState<string>()
  const [failure, setFailure] = useState('')
  const change = async (role: string, undoes?: string) => {
    setBusy(true)
    setFailure('')
    try {
      await save({ provider_id: operator.provider_id, version: operator.version, role })
      setBefore(undoes)
    } catch {
      setFailure(texts.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card withBorder radius="lg" p="lg">
      <Group align="flex-end" gap="md">
        <Select
          label={texts.label}
          description={texts.hint}
          data={operators}
          value={operator.role}
          disabled={busy}
          allowDeselect={false}
          onChange={(role) => role && role !== operator.role && void change(role, operator.role)}
          w={{ base: '100%', xs: 280 }}
        />
        <Group gap="sm" role="status" mih={40}>
          {before && <Text size="sm">{texts.changed(operator.role)}</Text>}
          {before && (
            <Button variant="default" size="compact-md" disabled={busy} onClick={() => void change(before)}>
              {texts.undo}
            </Button>
          )}
        </Group>
      </Group>
      {failure && <ErrorAlert mt="md">{failure}</ErrorAlert>}
    </Card>
  )
}
