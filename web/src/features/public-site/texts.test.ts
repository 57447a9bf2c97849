import { expect, test } from 'vitest'
import { about, company } from './about.ts'
import { privacy } from './privacy.ts'
import type { Section } from './ReadingPage.tsx'
import { terms } from './terms.ts'

const headingsOf = (sections: readonly Section[]) => sections.map(({ heading }) => heading)
const textOf = (sections: readonly Section[]) => sections.flatMap(({ body }) => body.flat()).join(' ')

test('the terms have the eleven sections that they need, in their order', () => {
  expect(headingsOf(terms)).toEqual([
    'Acceptance of these terms',
    'Your responsibilities',
    'Privacy',
    'Medical disclaimer',
    'Intellectual property',
    'Limits of liability',
    'Links to third parties',
    'Changes to these terms',
    'Governing law',
    'Termination',
    'Contact',
  ])
})

test('the privacy policy has the nine sections that it needs, in their order', () => {
  expect(headingsOf(privacy)).toEqual([
    'Information we collect',
    'How we use it',
    'Who we share it with',
    'How we protect it',
    'Your rights',
    'How long we keep it',
    'Cookies and storage in your browser',
    'Changes to this policy',
    'Contact',
  ])
})

test.each([/access/i, /correct/i, /delet/i, /restrict/i, /machine|format|port/i])(
  'of the rights of a person, %s is told',
  (word) => {
    expect(textOf(privacy.filter(({ heading }) => heading === 'Your rights'))).toMatch(word)
  },
)

test.each([
  ['about us', about],
  ['about the company', company],
])('“%s” tells of portable MRI, the platform, the patents and the point of care', (_, sections) => {
  const told = `${headingsOf(sections).join(' ')} ${textOf(sections)}`
  for (const word of [/portable MRI/i, /robotic and AI platform/i, /over 30 patents/i, /point-of-care/i])
    expect(told).toMatch(word)
})

test.each([
  ['the terms', terms],
  ['the privacy policy', privacy],
  ['about us', about],
  ['about the company', company],
])('in %s no section is empty, and no two have one name to link to', (_, sections) => {
  expect(sections.filter(({ body }) => body.flat().join('').trim() === '')).toEqual([])
  expect(new Set(headingsOf(sections)).size).toBe(sections.length)
})
