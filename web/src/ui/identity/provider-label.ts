import { t } from '../../platform/language/t.ts'

/** The project writes its label in English. */
export const providerLabel = (label: string) => {
  const [, way, provider] = /^(Sign in|Sign Up) with (.+)$/.exec(label) ?? []
  if (!provider) return label
  return way === 'Sign in' ? t('Sign in with {provider}', { provider }) : t('Sign Up with {provider}', { provider })
}
