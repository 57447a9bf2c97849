import { t } from '../../platform/language/t.ts'
import { messages } from './messages.ts'
import { isStep, type Label, type Part, type PartGroup } from './parts.ts'

/** The values of Image Type and Complex Image Component for what a pixel is (PS3.3 C.8.3.1.1.1 and C.8.13.3.1.1). */
const [magnitude, phase, real, imaginary] = [t('magnitude'), t('phase image'), t('real part'), t('imaginary part')]
const kinds: Record<string, string> = {
  M: magnitude,
  MAGNITUDE: magnitude,
  P: phase,
  PHASE: phase,
  'PHASE MAP': phase,
  R: real,
  REAL: real,
  I: imaginary,
  IMAGINARY: imaginary,
}

const textOf = (label: Label): string => {
  const { by, value, at, of } = label
  switch (by) {
    case 'plane':
      return value === undefined ? t('other pictures') : messages.planes[value]
    case 'stack':
      return t('set of slices {at} of {of}', { at, of })
    case 'kind':
      return value === undefined ? t('other images') : (kinds[value] ?? t('{kind} images', { kind: value }))
    case 'echo':
      return label.ms === undefined
        ? t('echo {at} of {of}', { at, of })
        : t('echo {at} of {of} ({ms} ms)', { at, of, ms: label.ms })
    case 'inversion':
      return value === undefined ? t('no inversion') : t('inversion time {value} ms', { value })
    case 'bValue':
      return value === undefined ? t('no b-value') : t('b-value {value}', { value })
    case 'direction':
      return t('direction {at} of {of}', { at, of })
    case 'phase':
      return t('phase {at} of {of}', { at, of })
    case 'time':
    case 'acquiredAt':
      return t('time {at} of {of}', { at, of })
    case 'acquisition':
      return t('acquisition {at} of {of}', { at, of })
    case 'repeat':
      return t('repeat {at} of {of}', { at, of })
  }
}

const joined = (labels: readonly Label[]) => labels.map(textOf).join(', ')

/** `b-value 1000, direction 2 of 6`; empty for a series with a single part. */
export const partName = ({ labels }: Part) => joined(labels)
export const stepName = ({ labels }: Part) => joined(labels.filter(isStep))

/** Unique names of groups: two axial sets of a localizer are numbered. */
export const groupNames = (groups: readonly PartGroup[]) => {
  const names = groups.map(({ labels }) => joined(labels))
  return names.map((name, n) => {
    const nth = names.slice(0, n + 1).filter((other) => other === name).length
    return names.filter((other) => other === name).length > 1 ? `${name} ${nth}` : name
  })
}
