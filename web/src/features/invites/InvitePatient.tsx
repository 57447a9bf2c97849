import {
  countPatients,
  listPatients,
  listPhysicians,
  listRegistrations,
  PatientInviteForm,
  sendInvitation,
} from '@fornix/contract'
import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { nameOf } from '../../ui/display/names.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { messages } from './messages.ts'
import { SimilarPatients } from './SimilarPatients.tsx'
import { staffMessages } from './staff-messages.ts'
import { useInviteForm } from './use-invite-form.ts'

const texts = staffMessages.patient
const initial = { firstName: '', lastName: '', email: '', mrnNumber: '', providerId: '' }
type Values = typeof initial

const usePhysicians = (enabled: boolean) => {
  const query = useCall(listPhysicians, {}, { enabled })
  const [dismissed, setDismissed] = useState<unknown>()
  const status = statusOf(query.error)
  const sentence = status > 0 ? texts.physiciansStatus(status) : texts.physiciansError
  return {
    physicians: query.data?.operators ?? [],
    failure: query.isError && query.error !== dismissed ? { sentence, why: '' } : undefined,
    dismiss: () => setDismissed(query.error),
  }
}

type Props = {
  opened?: boolean
  onClose: () => void
  /** A person who registered: their name is known, and they are invited instead of waiting. */
  person?: Pick<Values, 'firstName' | 'lastName' | 'email'>
}

/** The form that invites a patient. */
export const InvitePatient = ({ opened = true, onClose, person }: Props) => {
  const sending = useSend(sendInvitation, { refreshes: [countPatients, listPatients, listRegistrations] })
  const { physicians, failure, dismiss } = usePhysicians(opened)
  const nameOfProvider = (id: string) => {
    const found = physicians.find(({ provider_id }) => provider_id === id)
    return found ? nameOf(found) : ''
  }
  const invite = useInviteForm<Values>({
    initial: { ...initial, ...person },
    schema: PatientInviteForm,
    status: texts.status,
    send: (values) => {
      const physicianName = nameOfProvider(values.providerId)
      const body = PatientInviteForm.parse(values)
      return sending.mutateAsync({ body: physicianName ? { ...body, physicianName } : body })
    },
  })
  const { form } = invite
  const field = (name: keyof Values) => ({
    label: texts.fields[name],
    description: texts.optional,
    ...form.getInputProps(name),
  })
  return (
    <InviteDialog
      opened={opened}
      onClose={onClose}
      invite={invite}
      title={person ? texts.instead : texts.add}
      lead={person ? texts.insteadLead : texts.lead}
      labels={texts.fields}
      back={
        person
          ? { label: staffMessages.provider.cancel }
          : { label: texts.back, icon: <IconArrowLeft size={18} aria-hidden /> }
      }
      send={texts.send}
      trouble={opened && failure ? { failure, onClose: dismiss } : undefined}
      sentText={
        <Stack gap="xs">
          <Text>{messages.sent}</Text>
          <Text>{texts.sent}</Text>
          {sending.data?.physician_kept && <Text>{texts.physicianKept(sending.data.physician_kept)}</Text>}
        </Stack>
      }
    >
      <SimilarPatients {...form.values} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('mrnNumber')} autoComplete="off" />
        <Select
          {...field('providerId')}
          searchable
          clearable
          value={form.values.providerId || null}
          onChange={(id) => form.setFieldValue('providerId', id ?? '')}
          data={physicians.map(({ provider_id }) => ({ value: provider_id, label: nameOfProvider(provider_id) }))}
        />
      </SimpleGrid>
    </InviteDialog>
  )
}
