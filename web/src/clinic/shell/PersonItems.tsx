import { Menu } from '@mantine/core'
import { IconSwitchHorizontal, IconUser } from '@tabler/icons-react'
import type { Session } from '../../platform/session/session.tsx'
import { changePerson } from '../../platform/sign-in/act-for.ts'
import { messages } from './messages.ts'

/** The other people somebody may act for, and the way back to their own record. */
export const othersOf = ({ memberships, acting }: Session) => {
  const current = acting?.caregiver_id ?? ''
  const own = memberships.find(({ caregiver_id, role }) => caregiver_id === '' && role === 'Patient')
  const others = memberships.filter(({ caregiver_id }) => caregiver_id !== '' && caregiver_id !== current)
  return acting && own ? [own, ...others] : others
}

export const PersonItems = ({ session }: { session: Session }) =>
  othersOf(session).map(({ caregiver_id, patient_name }) => (
    <Menu.Item
      key={caregiver_id}
      leftSection={caregiver_id ? <IconSwitchHorizontal size={16} aria-hidden /> : <IconUser size={16} aria-hidden />}
      onClick={() => void changePerson(caregiver_id)}
    >
      {patient_name || messages.myself}
    </Menu.Item>
  ))
