import type { ComparedRecord } from '@fornix/contract'
import { List, Text } from '@mantine/core'
import { areaNames } from '../../clinic/records/care-areas.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { nameOf } from '../../ui/display/names.ts'
import { messages } from './messages.ts'

type Two = { kept: ComparedRecord; merged: ComparedRecord }
type Helper = ComparedRecord['caregivers'][number]

const whoIs = (helper: Helper) => `${nameOf(helper)} (${helper.relationship}, ${helper.email})`

const helperGains = (helper: Helper, merged: string) => {
  const areas = areaNames(helper.areas).join(', ')
  return helper.state === 'invited'
    ? messages.invitedCaregiverGains(whoIs(helper), merged, areas)
    : messages.caregiverGains(whoIs(helper), dayInWords(helper.until), merged, areas)
}

const outsideGains = ({ kept, merged }: Two) => [
  ...(kept.signs_in ? [messages.accountGains(kept.email, merged.patient_id)] : []),
  ...(kept.invited ? [messages.invitedGains(kept.email, merged.patient_id)] : []),
  ...kept.caregivers.map((helper) => helperGains(helper, merged.patient_id)),
]

/** The kept record's own physician stays; the other one's is taken over only if it has none. */
const physicianGains = ({ kept, merged }: Two) => {
  if (kept.physician_works_here) return [messages.physicianGains(kept.physician_name, merged.patient_id)]
  return !kept.physician_name && merged.physician_works_here
    ? [messages.physicianBecomes(merged.physician_name, kept.patient_id)]
    : []
}

const losses = ({ kept, merged }: Two) => {
  const stays = (helper: Helper) => kept.caregivers.some(({ email }) => email === helper.email)
  const isReplaced = kept.physician_name !== '' && kept.physician_name !== merged.physician_name
  return [
    ...merged.caregivers
      .filter((helper) => !stays(helper))
      .map((helper) => messages.caregiverLoses(whoIs(helper), kept.patient_id)),
    ...(merged.physician_works_here && isReplaced ? [messages.physicianLoses(merged.physician_name)] : []),
  ]
}

const Sentences = ({ title, lead, of }: { title: string; lead?: string; of: string[] }) => (
  <section aria-label={title}>
    <Text fw={600} mb={4}>
      {title}
    </Text>
    {lead && (
      <Text size="sm" mb={4}>
        {lead}
      </Text>
    )}
    <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
      {of.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  </section>
)

/** Who sees more after a merge, and who less: the wrong person would read somebody else's record. */
export const AccessAfterMerge = (two: Two) => {
  const outside = outsideGains(two)
  const less = losses(two)
  return (
    <>
      <Sentences
        title={messages.gains}
        lead={messages.team}
        of={[...(outside.length > 0 ? outside : [messages.noneGains]), ...physicianGains(two)]}
      />
      {less.length > 0 && <Sentences title={messages.loses} of={less} />}
    </>
  )
}
