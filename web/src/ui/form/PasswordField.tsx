import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../../platform/language/t.ts'

type Props = PasswordInputProps & { purpose: 'new-password' | 'current-password' }

/** A password field with a show button that keyboards and screen readers reach; password managers and pasting work. */
export function PasswordField({ purpose, ...props }: Props) {
  return (
    <PasswordInput
      autoComplete={purpose}
      size="md"
      required
      withAsterisk={false}
      // Mantine marks each of its other inputs; it misses this one.
      aria-invalid={props.error ? true : undefined}
      autoCapitalize="none"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
      {...props}
    />
  )
}
