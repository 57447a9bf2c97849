import { getOperatorNumber, getProjectSettings, getScheduling, type ResponseOf } from '@fornix/contract'
import { Anchor, Box, List, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { Section } from '../../ui/display/Section.tsx'
import { messages } from './messages.ts'

const texts = messages.firstSteps

const hasContact = ({ contact }: ResponseOf<typeof getProjectSettings>) =>
  [contact.address, contact.phone, contact.email].every((text) => text.trim() !== '')
/**
 * Visits need hours and a scanner in service. Every new project has both; the room is what only the clinic knows, unless visits
 * took place without one.
 */
const hasPlace = ({ hours, scanners }: ResponseOf<typeof getScheduling>) =>
  hours.length > 0 && scanners.some(({ in_service, room, is_used }) => in_service && (room.trim() !== '' || is_used))

const Step = ({ name, to, isDone }: { name: string; to: string; isDone: boolean }) => {
  const Icon = isDone ? IconCircleCheck : IconCircle
  return (
    <List.Item icon={<Icon size={20} color={isDone ? 'var(--mantine-color-green-filled)' : undefined} aria-hidden />}>
      <Anchor component={Link} to={to}>
        {name}
      </Anchor>
      <VisuallyHidden>: {isDone ? texts.done : texts.open}</VisuallyHidden>
    </List.Item>
  )
}

/** What a new clinic still has to set up; shows nothing once complete, or while unknown. */
export const FirstSteps = () => {
  const settings = useCall(getProjectSettings, {})
  const scheduling = useCall(getScheduling, {})
  const staff = useCall(getOperatorNumber, {})
  if (!settings.data || !scheduling.data || !staff.data) return null
  const steps = [
    { name: texts.contact, to: paths.projectSettings, isDone: hasContact(settings.data) },
    { name: texts.visits, to: paths.scheduling, isDone: hasPlace(scheduling.data) },
    { name: texts.staff, to: paths.operatorList, isDone: staff.data.operator_number > 0 },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Box mb="lg" ta="start">
      <Section title={texts.title} lead={texts.lead}>
        <List
          listStyleType="none"
          center
          spacing="sm"
          styles={{ itemLabel: { lineHeight: 1.4 } }}
          aria-label={texts.title}
        >
          {steps.map((step) => (
            <Step key={step.to} {...step} />
          ))}
        </List>
      </Section>
    </Box>
  )
}
