import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../../platform/language/t.ts'

type Props = PasswordInputProps & { purpose: 'new-password' | 'current-password' }

/** A password field with a show button that keyboard and screen reader reach; managers and pasting work. */
export function PasswordField({ purpose, ...props }: Props) {
  return (
    <PasswordInput
      autoComplete={purpose}
      size="md"
      required
      withAsterisk={false}
      // Mantine marks every other input of its own; this one it forgets.
      aria-invalid={props.error ? true : undefined}
      autoCapitalize="none"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
      {...props}
    />
  )
}
