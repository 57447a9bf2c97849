import { Registration as RegistrationBody } from '@fornix/contract'
import { Anchor, Button, Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../platform/base/paths.ts'
import { t } from '../../platform/language/t.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { WithLink } from '../../ui/display/WithLink.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { StateSelect } from '../../ui/form/StateSelect.tsx'
import { focusFirst } from '../../ui/form/use-submit.ts'
import { FieldGroup } from './FieldGroup.tsx'
import { registerAccount } from './register-account.ts'
import type { Registration, RegistrationField } from './use-registration.ts'

const labels: Record<RegistrationField, string> = {
  email: t('Email'),
  password: t('Password'),
  confirm_password: t('Confirm password'),
  first_name: t('First name'),
  last_name: t('Last name'),
  address_1: t('Address line 1'),
  address_2: t('Address line 2 (optional)'),
  city: t('City'),
  state: t('State'),
  zip_code: t('Zip code'),
  mobile_number: t('Mobile number'),
  terms: t('Terms and Conditions'),
}

/** A new patient's account in three groups. `onDone` is told the address that the verification mail goes to. */
export function RegisterForm({ form, onDone }: { form: Registration; onDone: (email: string) => void }) {
  const [problem, setProblem] = useState<string>()
  const field = (name: RegistrationField, autoComplete: string) => ({
    label: labels[name],
    size: 'md' as const,
    required: name !== 'address_2',
    withAsterisk: false,
    autoComplete,
    ...form.getInputProps(name),
  })
  const focus = (errors: object) => focusFirst(form, errors)
  const submit = form.onSubmit(async (values) => {
    setProblem(undefined)
    const { confirm_password: _, terms: __, ...typed } = values
    const outcome = await registerAccount(RegistrationBody.parse(typed))
    if (outcome.ok) return onDone(typed.email)
    setProblem(outcome.sentence)
    form.setErrors(outcome.fields)
    focus(outcome.fields)
  }, focus)
  return (
    <form onSubmit={submit} noValidate aria-label={t('Register')}>
      <Stack gap="lg">
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <FormAlert errors={form.errors} labels={labels} onJump={(name: string) => form.getInputNode(name)?.focus()} />
        <FieldGroup legend={t('Your account')}>
          <EmailField {...field('email', 'email')} />
          <PasswordField {...field('password', 'new-password')} purpose="new-password" />
          <PasswordField {...field('confirm_password', 'new-password')} purpose="new-password" />
          <PasswordChecklist password={form.values.password} confirmation={form.values.confirm_password} />
        </FieldGroup>
        <FieldGroup legend={t('Name and address')}>
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
        </FieldGroup>
        <FieldGroup legend={t('Terms')}>
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
        </FieldGroup>
        <Button type="submit" size="md" loading={form.submitting}>
          {t('Register')}
        </Button>
      </Stack>
    </form>
  )
}
