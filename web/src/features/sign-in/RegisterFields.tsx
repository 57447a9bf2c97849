import { Anchor, Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { paths } from '../../platform/base/paths.ts'
import { t } from '../../platform/language/t.ts'
import { Email } from '../../ui/display/Email.tsx'
import { WithLink } from '../../ui/display/WithLink.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { StateSelect } from '../../ui/form/StateSelect.tsx'
import { labels, type RegistrationField } from './registration-steps.ts'
import type { Registration } from './use-registration.ts'

type Props = Pick<Registration, 'form'>
type AccountProps = Pick<Registration, 'form' | 'isLongNeeded'>

const optional: RegistrationField[] = ['address_2', 'state', 'zip_code']
const fieldsOf =
  ({ form }: Props) =>
  (name: RegistrationField, autoComplete: string) => ({
    label: labels[name],
    size: 'md' as const,
    required: !optional.includes(name),
    withAsterisk: false,
    autoComplete,
    ...form.getInputProps(name),
  })

export const AccountFields = ({ form, isLongNeeded }: AccountProps) => {
  const field = fieldsOf({ form })
  return (
    <Stack>
      <EmailField {...field('email', 'email')} />
      <PasswordField {...field('password', 'new-password')} purpose="new-password" />
      <PasswordField {...field('confirm_password', 'new-password')} purpose="new-password" />
      <PasswordChecklist
        password={form.values.password}
        confirmation={form.values.confirm_password}
        isLongNeeded={isLongNeeded}
      />
    </Stack>
  )
}

export const AboutFields = ({ form }: Props) => {
  const field = fieldsOf({ form })
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('first_name', 'given-name')} />
        <TextInput {...field('last_name', 'family-name')} />
      </SimpleGrid>
      <TextInput {...field('address_1', 'address-line1')} />
      <TextInput {...field('address_2', 'address-line2')} />
      <TextInput {...field('city', 'address-level2')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <StateSelect {...field('state', 'address-level1')} />
        <TextInput {...field('zip_code', 'postal-code')} inputMode="numeric" />
      </SimpleGrid>
      <TextInput
        {...field('mobile_number', 'tel-national')}
        type="tel"
        inputMode="numeric"
        description={t('With area code, like (617) 555-0123')}
      />
    </Stack>
  )
}

export const TermsField = ({ form }: Props) => (
  <Stack>
    <Text>
      <WithLink
        text={t('We will send an email to <a>{email}</a> to confirm your account.', { email: form.values.email })}
      >
        {(words) => (
          <strong>
            <Email address={words} />
          </strong>
        )}
      </WithLink>
    </Text>
    <Checkbox
      size="md"
      {...form.getInputProps('terms', { type: 'checkbox' })}
      error={form.errors['terms'] && <span role="alert">{form.errors['terms']}</span>}
      label={
        <WithLink text={t('I have read and agree to the <a>Terms and Conditions (opens in a new tab)</a>')}>
          {(words) => (
            <Anchor href={paths.terms} target="_blank" rel="noopener" td="underline">
              {words}
            </Anchor>
          )}
        </WithLink>
      }
    />
  </Stack>
)
