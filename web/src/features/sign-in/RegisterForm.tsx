import { keysOf, Registration as RegistrationBody, register } from '@fornix/contract'
import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useRef } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { exchange } from '../../platform/http/http.ts'
import { t } from '../../platform/language/t.ts'
import { VisitorGuard } from '../../ui/dialog/VisitorGuard.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { focusFirst, useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { AboutFields, AccountFields, TermsField } from './RegisterFields.tsx'
import { errorsOf, labels, steps, stepsWith } from './registration-steps.ts'
import { StepLine } from './StepLine.tsx'
import type { Registration, RegistrationValues } from './use-registration.ts'

/** The specification distinguishes the outcomes by status. */
const sentenceOf = (error: unknown) => {
  if (!(error instanceof ApiFailure)) return messages.notRegistered
  return error.status === 400 ? messages.registrationRefused : messages.registrationFailed
}

const registerAccount = async ({ confirm_password: _, terms: __, ...typed }: RegistrationValues) => {
  const { status } = await exchange(register, { body: RegistrationBody.parse(typed) }, { token: null, project: null })
  if (status !== register.status) throw new Error(messages.notRegistered)
  return typed.email
}

/** A step starts at its heading, or at the field to correct. */
const useStepFocus = ({ form, step }: Registration) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
    if (stepsWith(form.errors).includes(step)) focusFirst(form, form.errors)
  }, [step, form])
  return heading
}

/** A new patient's account in three steps. `onDone` gets the address that the verification email goes to. */
export function RegisterForm({
  registration,
  onDone,
}: {
  registration: Registration
  onDone: (email: string) => void
}) {
  const { form, step, go, check, isLongNeeded } = registration
  const isLast = step.number === steps.length
  const heading = useStepFocus(registration)
  const { submit, problem, fields, isSending } = useSubmit(form, registerAccount, {
    onDone,
    sentence: sentenceOf,
    onFaults: (faults) => {
      const faulty = stepsWith(faults)[0]
      if (faulty && faulty !== step) go(faulty.number)
      else focusFirst(form, faults)
      // The specification's sentence is shown for every refusal.
      return false
    },
  })
  const next = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const errors = check()
    if (keysOf(errors).length > 0) focusFirst(form, errors)
    else go(step.number + 1)
  }
  return (
    <form onSubmit={isLast ? submit : next} noValidate aria-label={t('Register')}>
      <VisitorGuard isDirty={form.isDirty()} isSending={isSending} />
      <Stack gap="lg">
        <StepLine step={step} errors={form.errors} heading={heading} />
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <FormAlert
          key={step.number}
          errors={errorsOf([step], form.errors)}
          labels={labels}
          onJump={(name: string) => form.getInputNode(name)?.focus()}
        />
        {/* All steps stay on the page, so that password managers and the browser's autofill find their fields. */}
        <div hidden={step.number !== 1}>
          <AccountFields form={fields} isLongNeeded={isLongNeeded} />
        </div>
        <div hidden={step.number !== 2}>
          <AboutFields form={fields} />
        </div>
        <div hidden={!isLast}>
          <TermsField form={fields} />
        </div>
        <Group grow preventGrowOverflow={false}>
          {step.number > 1 && (
            <Button size="md" variant="default" disabled={isSending} onClick={() => go(step.number - 1)}>
              {t('Back')}
            </Button>
          )}
          <Button type="submit" size="md" loading={form.submitting}>
            {isLast ? t('Register') : t('Next')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
