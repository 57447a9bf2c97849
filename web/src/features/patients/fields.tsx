import {
  genders,
  indications,
  mayBePregnant,
  oldestOnPatientForm,
  oldestOnStaffForm,
  patientStatuses,
  patientTypes,
  races,
  recruitmentSources,
} from '@fornix/contract'
import { MultiSelect, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useSession } from '../../platform/session/session.tsx'
import { birthInWords } from '../../ui/display/days.ts'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { DobSelects } from '../../ui/form/DobSelects.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { StateSelect } from '../../ui/form/StateSelect.tsx'
import { messages } from './messages.ts'
import { PhysicianField } from './PhysicianField.tsx'
import { type ContactValues, fieldLabels, type MedicalValues, type StudyValues, yesNoOf } from './sections.ts'

const columns = { base: 1, sm: 2 }
const yesNo = ['Y', 'N']
// Hints go below, so that fields side by side line up.
const order = ['label' as const, 'input' as const, 'description' as const, 'error' as const]

type Props<V> = { form: UseFormReturnType<V> }
type ChoiceProps<V> = Props<V> & {
  name: keyof V & keyof typeof fieldLabels & string
  options: readonly string[]
  required?: boolean
  autoComplete?: string
}

const Choice = <V extends Record<string, unknown>>({ form, name, ...choice }: ChoiceProps<V>) => (
  <ChoiceSelect label={fieldLabels[name]} labelOf={yesNoOf} {...choice} {...form.getInputProps(name)} />
)

/** The browser fills in what a patient types of their own, and nothing of somebody else's. */
const useAutofill = () => {
  const session = useSession()
  const own = session?.audience === 'patient' && !session.acting
  return (token: string) => ({ autoComplete: own ? token : 'off' })
}

/** The patient's identity, and the way into the account: read-only for a caregiver. */
const readOnly = { readOnly: true, description: messages.notByCaregiver, inputWrapperOrder: order }

export const ContactFields = ({ form, emailHint }: Props<ContactValues> & { emailHint: string }) => {
  const acting = Boolean(useSession()?.acting)
  const fill = useAutofill()
  const name = acting ? readOnly : { withAsterisk: true }
  return (
    <SimpleGrid cols={columns} spacing="md">
      <TextInput
        label={fieldLabels.first_name}
        {...name}
        {...fill('given-name')}
        {...form.getInputProps('first_name')}
      />
      <TextInput
        label={fieldLabels.last_name}
        {...name}
        {...fill('family-name')}
        {...form.getInputProps('last_name')}
      />
      <EmailField
        label={fieldLabels.email}
        inputWrapperOrder={order}
        {...fill('email')}
        {...(acting ? readOnly : { description: emailHint, withAsterisk: true })}
        {...form.getInputProps('email')}
      />
      <TextInput
        label={fieldLabels.mobile_number}
        inputWrapperOrder={order}
        description={messages.phoneHint}
        type="tel"
        inputMode="numeric"
        withAsterisk
        {...fill('tel-national')}
        {...form.getInputProps('mobile_number')}
      />
      <TextInput
        label={fieldLabels.address_1}
        withAsterisk
        {...fill('address-line1')}
        {...form.getInputProps('address_1')}
      />
      <TextInput label={fieldLabels.address_2} {...fill('address-line2')} {...form.getInputProps('address_2')} />
      <TextInput label={fieldLabels.city} withAsterisk {...fill('address-level2')} {...form.getInputProps('city')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <StateSelect withAsterisk {...fill('address-level1')} {...form.getInputProps('state')} />
        <TextInput
          label={fieldLabels.zip_code}
          inputMode="numeric"
          withAsterisk
          {...fill('postal-code')}
          {...form.getInputProps('zip_code')}
        />
      </SimpleGrid>
      {acting ? (
        <TextInput
          label={fieldLabels.dob}
          {...readOnly}
          value={birthInWords(form.values.dob ?? '')}
          error={form.errors['dob']}
        />
      ) : (
        <DobSelects {...fill('bday')} {...form.getInputProps('dob')} />
      )}
      <Choice form={form} name="gender" options={genders} {...fill('sex')} />
      <Choice form={form} name="race" options={races} />
    </SimpleGrid>
  )
}

type StudyProps = Props<StudyValues> & { writesMrn: boolean; seesMedical: boolean }
export const StudyFields = ({ form, writesMrn, seesMedical }: StudyProps) => (
  <SimpleGrid cols={columns} spacing="md">
    <Choice form={form} name="patient_type" options={patientTypes} required />
    <Choice form={form} name="status" options={patientStatuses} required />
    <PhysicianField label={fieldLabels.physician_name} {...form.getInputProps('physician_name')} />
    <TextInput label={fieldLabels.priority} {...form.getInputProps('priority')} />
    {seesMedical && (
      <MultiSelect
        label={fieldLabels.indication}
        data={[...new Set([...indications, ...form.values.indication])]}
        searchable
        clearable
        hidePickedOptions
        {...form.getInputProps('indication')}
      />
    )}
    {writesMrn && <TextInput label={fieldLabels.mrn_number} withAsterisk {...form.getInputProps('mrn_number')} />}
    <Choice form={form} name="md_review" options={yesNo} />
    <Choice form={form} name="full_coverage" options={yesNo} />
    <Choice form={form} name="recruitment_source" options={recruitmentSources} />
    {form.values.recruitment_source === 'Other' && (
      <TextInput label={fieldLabels.other_recruitment_source} {...form.getInputProps('other_recruitment_source')} />
    )}
    <Textarea label={fieldLabels.status_comment} autosize minRows={2} {...form.getInputProps('status_comment')} />
    <Textarea
      label={fieldLabels.additional_comments}
      autosize
      minRows={2}
      {...form.getInputProps('additional_comments')}
    />
  </SimpleGrid>
)

/** `own`: filled in by the patient, who is asked only what can apply to them and told how to measure. */
type MedicalProps = Props<MedicalValues> & { own: boolean; ageFollows: boolean }
export const MedicalFields = ({ form, own, ageFollows }: MedicalProps) => {
  const { value: age, onChange: setAge, ...ageInput } = form.getInputProps('age')
  const fill = useAutofill()
  return (
    <SimpleGrid cols={columns} spacing="md">
      <Choice form={form} name="gender" options={genders} {...fill('sex')} />
      <Choice form={form} name="race" options={races} />
      <NumberInput
        label={fieldLabels.age}
        inputWrapperOrder={order}
        description={
          ageFollows ? messages.ageFollows : messages.ageRange(own ? oldestOnPatientForm : oldestOnStaffForm)
        }
        readOnly={ageFollows}
        variant={ageFollows ? 'filled' : 'default'}
        hideControls={ageFollows}
        allowDecimal={false}
        clampBehavior="none"
        value={age ?? ''}
        onChange={(years) => setAge(years === '' ? null : years)}
        {...ageInput}
      />
      <TextInput
        label={fieldLabels.neck_length}
        inputWrapperOrder={order}
        {...(own && { description: messages.neckHint })}
        {...form.getInputProps('neck_length')}
      />
      <TextInput
        label={fieldLabels.head_circumference}
        inputWrapperOrder={order}
        {...(own && { description: messages.headHint })}
        {...form.getInputProps('head_circumference')}
      />
      {(!own || mayBePregnant(form.values)) && (
        <>
          <Choice form={form} name="pregnant_or_nursing" options={yesNo} />
          <Choice form={form} name="birth_control_pills" options={yesNo} />
        </>
      )}
      <Textarea
        label={fieldLabels.travel_restrictions}
        autosize
        minRows={2}
        {...form.getInputProps('travel_restrictions')}
      />
      <Textarea
        label={fieldLabels.participating_in_research}
        autosize
        minRows={2}
        {...form.getInputProps('participating_in_research')}
      />
      <Textarea label={fieldLabels.previous_history} autosize minRows={2} {...form.getInputProps('previous_history')} />
    </SimpleGrid>
  )
}
