import { isStep, type Label, type Part, type PartGroup } from './parts.ts'

/** The words of Image Type and Complex Image Component for what a pixel is (PS3.3 C.8.3.1.1.1 and C.8.13.3.1.1). */
const kinds: Record<string, string> = {
  M: 'magnitude',
  MAGNITUDE: 'magnitude',
  P: 'phase image',
  PHASE: 'phase image',
  'PHASE MAP': 'phase image',
  R: 'real part',
  REAL: 'real part',
  I: 'imaginary part',
  IMAGINARY: 'imaginary part',
}

const textOf = (label: Label): string => {
  const { by, value, at, of } = label
  const counted = `${at} of ${of}`
  switch (by) {
    case 'plane':
      return value ?? 'other pictures'
    case 'kind':
      return value === undefined ? 'other images' : (kinds[value] ?? `${value} images`)
    case 'echo':
      return label.ms === undefined ? `echo ${counted}` : `echo ${counted} (${label.ms} ms)`
    case 'inversion':
      return value === undefined ? 'no inversion' : `inversion time ${value} ms`
    case 'bValue':
      return value === undefined ? 'no b-value' : `b-value ${value}`
    case 'direction':
      return `direction ${counted}`
    case 'phase':
      return `phase ${counted}`
    case 'time':
    case 'acquiredAt':
      return `time ${counted}`
    case 'acquisition':
      return `acquisition ${counted}`
    case 'repeat':
      return `repeat ${counted}`
  }
}

const joined = (labels: readonly Label[]) => labels.map(textOf).join(', ')

/** `b-value 1000, direction 2 of 6`; empty for a series that has one part. */
export const partName = ({ labels }: Part) => joined(labels)
export const stepName = ({ labels }: Part) => joined(labels.filter(isStep))

/** The names of groups, each its own: two axial sets of a localizer are counted. */
export const groupNames = (groups: readonly PartGroup[]) => {
  const names = groups.map(({ labels }) => joined(labels))
  return names.map((name, n) => {
    const nth = names.slice(0, n + 1).filter((other) => other === name).length
    return names.filter((other) => other === name).length > 1 ? `${name} ${nth}` : name
  })
}
