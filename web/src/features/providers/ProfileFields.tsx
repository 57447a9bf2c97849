import { genders, providerRaces } from '@fornix/contract'
import { NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { StateSelect } from '../../ui/form/StateSelect.tsx'
import { messages } from './messages.ts'
import type { ProfileValues } from './profile.ts'

const { fields } = messages
// Hints go below, so that fields side by side line up.
const order = ['label' as const, 'input' as const, 'description' as const, 'error' as const]

type Props = {
  form: UseFormReturnType<ProfileValues>
  /** The browser may autofill the user's own fields. */
  own: boolean
  withEmail: boolean
}

export const ProfileFields = ({ form, own, withEmail }: Props) => {
  const { value: age, onChange: setAge, ...ageInput } = form.getInputProps('age')
  const fill = (token: string) => ({ autoComplete: own ? token : 'off' })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput label={fields.first_name} withAsterisk {...fill('given-name')} {...form.getInputProps('first_name')} />
      <TextInput label={fields.last_name} withAsterisk {...fill('family-name')} {...form.getInputProps('last_name')} />
      <TextInput
        label={fields.mobile_number}
        inputWrapperOrder={order}
        description={messages.profile.phoneHint}
        type="tel"
        inputMode="numeric"
        withAsterisk
        {...fill('tel-national')}
        {...form.getInputProps('mobile_number')}
      />
      {withEmail && (
        <EmailField
          label={fields.email}
          inputWrapperOrder={order}
          description={messages.profile.emailHint}
          withAsterisk
          {...fill('email')}
          {...form.getInputProps('email')}
        />
      )}
      <NumberInput
        label={fields.age}
        allowDecimal={false}
        clampBehavior="none"
        value={age ?? ''}
        onChange={(years) => setAge(years === '' ? null : years)}
        {...ageInput}
      />
      <ChoiceSelect label={fields.gender} options={genders} {...fill('sex')} {...form.getInputProps('gender')} />
      <ChoiceSelect label={fields.race} options={providerRaces} {...form.getInputProps('race')} />
      <TextInput
        label={fields.address_1}
        withAsterisk
        {...fill('address-line1')}
        {...form.getInputProps('address_1')}
      />
      <TextInput label={fields.address_2} {...fill('address-line2')} {...form.getInputProps('address_2')} />
      <TextInput label={fields.city} withAsterisk {...fill('address-level2')} {...form.getInputProps('city')} />
      <StateSelect withAsterisk {...fill('address-level1')} {...form.getInputProps('state')} />
      <TextInput
        label={fields.zip_code}
        inputMode="numeric"
        withAsterisk
        {...fill('postal-code')}
        {...form.getInputProps('zip_code')}
      />
    </SimpleGrid>
  )
}
