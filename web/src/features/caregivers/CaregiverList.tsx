import type { Caregiver } from '@fornix/contract'
import { Badge, Group, Text } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { areaNames } from '../../clinic/records/care-areas.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import styles from '../../ui/list/entries.module.css'
import { messages } from './messages.ts'

const colors = { invited: 'blue', active: 'green', over: 'gray' } as const

type Props = {
  caregivers: readonly Caregiver[]
  texts: {
    title: string
    none: string
    undelivered: string
    held: string
    expiredLink: string
    states: Record<Caregiver['state'], string>
  }
  /** An additional line for each. */
  note?: (caregiver: Caregiver) => string
  buttons: (caregiver: Caregiver) => ReactNode
}

/** Why the person invited may be unable to accept. */
const InviteProblem = ({ caregiver, texts }: { caregiver: Caregiver; texts: Props['texts'] }) => {
  const { invite_failed, invite_held, invite_expired } = caregiver
  const sentence =
    (invite_failed && texts.undelivered) || (invite_expired && texts.expiredLink) || (invite_held && texts.held)
  return (
    sentence && (
      <Text size="sm" c="var(--mantine-color-error)" fw={500}>
        {sentence}
      </Text>
    )
  )
}

/** Who acts for a patient: in what, until when, and the available actions. */
export const CaregiverList = ({ caregivers, texts, note, buttons }: Props) =>
  caregivers.length === 0 ? (
    <Text>{texts.none}</Text>
  ) : (
    <ul className={styles.list} aria-label={texts.title}>
      {caregivers.map((caregiver) => (
        <li key={caregiver.caregiver_id} className={styles.entry}>
          <Group wrap="nowrap" align="flex-start" miw={0}>
            <IconUser size={22} aria-hidden className={styles.icon} />
            <div className={styles.facts}>
              <Group gap="xs">
                <Text fw={600}>{nameOf(caregiver)}</Text>
                <Badge
                  variant="light"
                  color={colors[caregiver.state]}
                  h="auto"
                  styles={{ label: { whiteSpace: 'normal' } }}
                >
                  {texts.states[caregiver.state]}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed">
                <WholeFacts>{[caregiver.relationship, caregiver.email]}</WholeFacts>
              </Text>
              <Text size="sm">
                <WholeFacts>
                  {[areaNames(caregiver.areas).join(', '), messages.until(dayInWords(caregiver.until))]}
                </WholeFacts>
              </Text>
              <InviteProblem caregiver={caregiver} texts={texts} />
              {note && (
                <Text size="sm" c="dimmed">
                  {note(caregiver)}
                </Text>
              )}
            </div>
          </Group>
          <Group gap="xs">{buttons(caregiver)}</Group>
        </li>
      ))}
    </ul>
  )
