/** What a template may ask for, and how a gap that nobody has filled yet reads in the text. */
export const placeholders = {
  first_name: '[first name]',
  project_name: '[project]',
  project_phone: '[phone number]',
  sender_name: '[your name]',
  appointment_date: '[date]',
  appointment_time: '[time]',
} as const
export type Placeholder = keyof typeof placeholders

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name)

/**
 * Fills a template in one pass: a name that looks like a placeholder, or like markup, stays the text that it is. What is not
 * known stays readable as a gap.
 */
export const fillTemplate = (text: string, values: Partial<Record<Placeholder, string>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    isPlaceholder(name) ? values[name]?.trim() || placeholders[name] : whole,
  )

/** The placeholders that a text has, each once. */
export const placeholdersIn = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].filter(isPlaceholder)

/** The gaps that a text still has, as they read. */
export const gapsIn = (text: string) => Object.values(placeholders).filter((gap) => text.includes(gap))
