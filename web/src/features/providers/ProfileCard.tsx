import { type Args, type Operator, ProfileForm, type updateOperatorProfile } from '@fornix/contract'
import { PendingEmail } from '../../clinic/sign-in/PendingEmail.tsx'
import { Email } from '../../ui/display/Email.tsx'
import { addressOf } from '../../ui/display/postal-address.ts'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { EditCard } from '../../ui/edit/EditCard.tsx'
import { useRecordEdit } from '../../ui/edit/use-record-edit.ts'
import { messages } from './messages.ts'
import { ProfileFields } from './ProfileFields.tsx'
import { type ProfileValues, profileValues } from './profile.ts'

const { fields } = messages

export type ProfileChange = Args<typeof updateOperatorProfile>['body']
type Props = {
  operator: Operator
  own: boolean
  withEmail: boolean
  save: (change: ProfileChange) => Promise<unknown>
  latest: () => Promise<Operator>
}

/** The rows of a profile, and the form that replaces them. */
export const ProfileCard = ({ operator, own, withEmail, save, latest }: Props) => {
  const edit = useRecordEdit<ProfileValues>({
    name: `provider-${operator._id}`,
    values: profileValues(operator),
    version: operator.version,
    schema: ProfileForm,
    failed: messages.profile.saveFailed,
    save: async (changes, version) => {
      await save({ ...changes, provider_id: operator.provider_id, version })
    },
    latest: async () => {
      const now = await latest()
      return { values: profileValues(now), version: now.version }
    },
  })
  return (
    <EditCard
      title={messages.profile.title}
      editLabel={messages.profile.edit}
      edit={edit}
      labels={fields}
      fields={(form) => <ProfileFields form={form} own={own} withEmail={withEmail} />}
      summary={
        <>
          {operator.pending_email && <PendingEmail address={operator.pending_email} />}
          <SummaryList
            rows={[
              [fields.mobile_number, operator.mobile_number.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')],
              [fields.email, <Email key="email" address={operator.email} />],
              [fields.age, operator.age],
              [fields.gender, operator.gender],
              [fields.race, operator.race],
              [fields.address, addressOf(operator)],
            ]}
          />
        </>
      }
    />
  )
}
