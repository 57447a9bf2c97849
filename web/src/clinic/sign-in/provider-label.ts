import { t } from '../../platform/language/t.ts'

/** The server's text if the project has no label of its own. */
const providers: Record<string, string> = {
  'a demo account': t('a demo account'),
  'your organization': t('your organization'),
}

/** The project's label is written in English. */
export const providerLabel = (label: string) => {
  const [, way, named] = /^(Sign in|Sign Up) with (.+)$/.exec(label) ?? []
  if (!named) return label
  const provider = providers[named] ?? named
  return way === 'Sign in' ? t('Sign in with {provider}', { provider }) : t('Sign Up with {provider}', { provider })
}
