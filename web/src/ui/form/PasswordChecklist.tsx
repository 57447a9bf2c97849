import { longPasswordRules, passwordAlone, passwordRules } from '@fornix/contract'
import { Group, List, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPointFilled, IconX } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { translated } from '../../platform/language/t.ts'

const good = 'light-dark(var(--mantine-color-green-7), var(--mantine-color-green-4))'
const bad = 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-4))'

const Sign = ({ met }: { met: boolean }) =>
  met ? <IconCheck size={16} color={good} aria-hidden /> : <IconX size={16} color={bad} aria-hidden />

type Props = {
  password: string
  confirmation: string
  /** Whether it has to be long, if known; otherwise the list says when it has to. */
  isLongNeeded?: boolean | undefined
}

/** The rules for a new password, each marked as met or not while typing, and whether both entries match. */
export const PasswordChecklist = ({ password, confirmation, isLongNeeded }: Props) => {
  const mayNeedLong = useConfig()?.long_passwords && isLongNeeded === undefined
  const rules = isLongNeeded ? longPasswordRules : passwordRules
  const met = rules.filter((rule) => rule.met(password)).length
  const isLong = passwordAlone.met(password)
  const matches = password === confirmation
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {messages.password.rules}
      </Text>
      {/* Mantine's centered items have lines only as high as the letters: a two-line rule would overlap itself. */}
      <List
        size="sm"
        spacing={4}
        listStyleType="none"
        center
        styles={{ itemLabel: { lineHeight: 1.4 } }}
        aria-label={messages.password.rules}
      >
        {rules.map((rule) => (
          <List.Item
            key={rule.name}
            icon={password ? <Sign met={rule.met(password)} /> : <IconPointFilled size={16} aria-hidden />}
          >
            {translated(rule.name)}
            <VisuallyHidden>: {rule.met(password) ? messages.password.met : messages.password.unmet}</VisuallyHidden>
          </List.Item>
        ))}
        {/* Never crossed out: users with a second step need only the other rules. */}
        {mayNeedLong && (
          <List.Item icon={isLong ? <Sign met /> : <IconPointFilled size={16} aria-hidden />}>
            {translated(passwordAlone.name)}
            {isLong && <VisuallyHidden>: {messages.password.met}</VisuallyHidden>}
          </List.Item>
        )}
      </List>
      <VisuallyHidden role="status">{password && messages.password.count(met, rules.length)}</VisuallyHidden>
      <Group gap={6} mih={22} role="status">
        {confirmation !== '' && (
          <>
            <Sign met={matches} />
            <Text size="sm" c={matches ? good : bad} fw={500}>
              {matches ? messages.password.match : messages.password.mismatch}
            </Text>
          </>
        )}
      </Group>
    </Stack>
  )
}
