import { z } from 'zod'
import { requiredLine, requiredText } from './fields.ts'
import { keysOf } from './objects.ts'

/** A template's variables: the name in the menu, and how an unfilled gap reads in the text. */
export const variables = {
  first_name: { label: 'First name', gap: '[first name]' },
  last_name: { label: 'Last name', gap: '[last name]' },
  appointment_date: { label: 'Date of the next appointment', gap: '[date]' },
  appointment_time: { label: 'Time of the next appointment', gap: '[time]' },
  project_name: { label: 'Project', gap: '[project]' },
  project_phone: { label: 'Phone number', gap: '[phone number]' },
  project_address: { label: 'Address', gap: '[address]' },
  session_hours: { label: 'Hours from Scheduling', gap: '[hours]' },
  portal_link: { label: 'Link to the portal', gap: '[link to the portal]' },
  mr_safety_link: { label: 'Link to the MRI safety questions', gap: '[link to the MRI safety questions]' },
  sender_name: { label: 'Name of the sender', gap: '[your name]' },
} as const
export type Variable = keyof typeof variables
export type VariableValues = Partial<Record<Variable, string>>
export const variableNames = keysOf(variables)

const isVariable = (name: string): name is Variable => Object.hasOwn(variables, name)

/** A text that tells gaps from filled-in values: a name that looks like a gap, or like markup, stays plain text. */
export const LetterPart = z.union([z.string(), z.object({ gap: z.enum(variableNames) })])
export type LetterPart = z.output<typeof LetterPart>

/** Fills a template in one pass. */
export const fillTemplate = (text: string, values: VariableValues): LetterPart[] =>
  text
    .split(/(\{\{\w+\}\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = part.startsWith('{{') ? part.slice(2, -2) : ''
      return isVariable(name) ? values[name]?.trim() || { gap: name } : part
    })

/** The parts as one text; what is still unknown stays readable as a gap. */
export const letterText = (parts: readonly LetterPart[], values: VariableValues = {}) =>
  parts.map((part) => (typeof part === 'string' ? part : values[part.gap]?.trim() || variables[part.gap].gap)).join('')

/** What is not filled in yet, each once. */
export const gapsOf = (parts: readonly LetterPart[]) => [
  ...new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.gap]))),
]

/** The gaps still in a text, as they read. */
export const gapsIn = (text: string) =>
  Object.values(variables)
    .map(({ gap }) => gap)
    .filter((gap) => text.includes(gap))

const unknownVariable = (text: string) =>
  [...text.matchAll(/\{\{([^{}]*)(\}\})?/g)].find(([, name = '', end]) => !end || !isVariable(name))?.[0]

const refuseUnknown = (text: string, context: z.RefinementCtx<string>) => {
  const unknown = unknownVariable(text)
  if (unknown) context.addIssue(`There is no variable ${unknown}. Please choose one from the list.`)
}

export const letterSentences = { subject: 'Subject is required', message: 'Message is required' } as const
/** A subject and a message, ready to send. */
export const Letter = z.object({
  subject: requiredLine(letterSentences.subject),
  message: requiredText(letterSentences.message),
})
/** The same with variables: only the ones above. */
export const TemplateText = z.object({
  subject: Letter.shape.subject.superRefine(refuseUnknown),
  message: Letter.shape.message.superRefine(refuseUnknown),
})
