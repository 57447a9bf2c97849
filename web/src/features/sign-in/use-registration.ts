import { hasOwnerWord, keysOf, namesOwnerSentence, ownerWordsOf, RegistrationForm } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { type Config, useConfig } from '../../platform/calls/config.ts'
import { translated } from '../../platform/language/t.ts'
import { longPasswordError } from '../../ui/form/long-password.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { messages } from './messages.ts'
import { errorsOf, steps } from './registration-steps.ts'
import { useSteps } from './use-steps.ts'

const empty = {
  email: '',
  password: '',
  confirm_password: '',
  first_name: '',
  last_name: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  zip_code: '',
  mobile_number: '',
  terms: false,
}
export type RegistrationValues = typeof empty

const bySchema = schemaResolver(RegistrationForm)

const names = ['first_name', 'last_name'] as const

/** What the server would refuse after the last step: at the password, and at the name of a later step that is in it. */
const ownerErrors = (values: RegistrationValues, clinic = '') => {
  if (!hasOwnerWord(values.password, [...ownerWordsOf(values), clinic])) return {}
  const inPassword = names.filter((name) => hasOwnerWord(values.password, [values[name]]))
  return {
    password: translated(namesOwnerSentence),
    ...Object.fromEntries(inPassword.map((name) => [name, messages.nameInPassword])),
  }
}

// The schema compares fields only when each of them is valid by itself; a person wants to hear it all at once.
const validatorOf = (config: Config | undefined) => (values: RegistrationValues) => ({
  ...ownerErrors(values, config?.project_name),
  ...longPasswordError(config?.long_passwords, values.password),
  ...bySchema(values),
  ...(!values.mobile_number.trim() && { mobile_number: messages.mobileMissing }),
  ...(values.confirm_password !== values.password && { confirm_password: messages.passwordsDiffer }),
  ...(!values.terms && { terms: messages.acceptTerms }),
})

/** The registration form: a field is checked when it is left, and from its first error on with every change. */
const useRegistrationForm = (validate: ReturnType<typeof validatorOf>) => {
  const form = useForm<RegistrationValues>({
    initialValues: empty,
    validate,
    validateInputOnBlur: true,
    clearInputErrorOnChange: false,
    onValuesChange: (values, previous) => {
      for (const name of keysOf(values))
        if (values[name] !== previous[name] && form.errors[name]) form.validateField(name)
      if (values.password !== previous.password && form.errors['confirm_password'])
        form.validateField('confirm_password')
      // Whoever goes back for it finds the sentence there.
      if (values.password && [...names, 'email' as const].some((name) => values[name] !== previous[name]))
        form.validateField('password')
    },
  })
  return form
}

/** What was typed, and the step that is shown; both outlive a look at the sign-in. */
export const useRegistration = () => {
  const config = useConfig()
  const validate = validatorOf(config)
  const form = useRegistrationForm(validate)
  const { step, go, startOver } = useSteps()
  return {
    form,
    isLongNeeded: config?.long_passwords,
    step,
    go,
    /** Shows what is wrong in the step, and returns it. */
    check: () => {
      const wrong = validate(form.getValues())
      // What a name has made wrong in an earlier step waits there.
      form.setErrors(errorsOf(steps.slice(0, step.number), wrong))
      return errorsOf([step], wrong)
    },
    reset: () => {
      form.reset()
      startOver()
    },
  }
}
export type Registration = ReturnType<typeof useRegistration>
