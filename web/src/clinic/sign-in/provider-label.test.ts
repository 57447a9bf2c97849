import { afterEach, expect, test } from 'vitest'
import type { Compiled } from '../../platform/language/format.ts'
import { catalogue } from '../../platform/language/language.ts'

const spanish = {
  'Sign in with {provider}': ['Iniciar sesión con ', ['provider']] as Compiled,
  'a demo account': 'una cuenta de demostración',
}
afterEach(() => {
  for (const sentence of Object.keys(spanish)) delete catalogue[sentence]
})

test('a label is in the reader’s language, with the provider by its own name', async () => {
  Object.assign(catalogue, spanish)
  const { providerLabel } = await import('./provider-label.ts')
  expect(providerLabel('Sign in with a demo account')).toBe('Iniciar sesión con una cuenta de demostración')
  expect(providerLabel('Sign in with Google')).toBe('Iniciar sesión con Google')
  expect(providerLabel('Northside staff')).toBe('Northside staff')
})
