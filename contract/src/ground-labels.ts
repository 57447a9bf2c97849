import { type RefusalGround, refusalGroundNames } from './refusal-grounds.ts'

/** How staff choose a ground and read it in reports. */
const labels: Record<string, string> = {
  form_incomplete: 'Form is not complete',
  form_signer: 'Form is not signed by the person it names',
  not_held: 'We do not have these images',
  danger: 'Endangers life or physical safety',
  harm_to_other: 'Names another person, who could be harmed',
  representative: 'Asked by a representative, and likely to harm',
  legal_proceeding: 'Put together for a legal proceeding',
  research: 'Research is still going on, and the patient agreed to wait',
  confidential: 'Given by someone else in confidence',
} satisfies Record<RefusalGround, string>

/** Requests declined before there were grounds count as `none`. */
export const countedGrounds = [...refusalGroundNames, 'none'] as const
export const groundLabel = (name: string) => labels[name] ?? 'No ground given'
