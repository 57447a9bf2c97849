import { keysOf } from '@fornix/contract'
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  parseThemeColor,
  type VariantColorsResolver,
} from '@mantine/core'
import type { MouseEvent } from 'react'
import { t } from '../platform/language/t.ts'
import { dark, disabled, hues, primaryShade, tint } from './theme-colors.ts'

const onFilled = 'light-dark(#fff, var(--mantine-color-dark-9))'

// Mantine's autoContrast considers only the light scheme; the text color of a filled control is chosen per scheme instead.
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  const color = parseThemeColor({ color: input.color || input.theme.primaryColor, theme: input.theme })
  return input.variant === 'filled' && color.isThemeColor && color.shade === undefined
    ? { ...resolved, color: onFilled }
    : resolved
}

const tintsOf = (name: keyof typeof hues) => ({
  [`--mantine-color-${name}-light`]: `color-mix(in srgb, ${hues[name][4]} ${tint.rest}%, ${dark[6]})`,
  [`--mantine-color-${name}-light-hover`]: `color-mix(in srgb, ${hues[name][4]} ${tint.hover}%, ${dark[6]})`,
  [`--mantine-color-${name}-light-color`]: hues[name][2],
})

const badgesOf = (name: keyof typeof hues) => ({
  [`--mantine-color-${name}-light`]: hues[name][1],
  [`--mantine-color-${name}-light-hover`]: hues[name][2],
  [`--mantine-color-${name}-light-color`]: hues[name][9],
})

const names = keysOf(hues)

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...Object.assign({}, ...names.map(badgesOf)),
    '--mantine-color-text': hues.gray[9],
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': hues.gray[6],
    '--mantine-color-placeholder': hues.gray[6],
    '--mantine-color-error': hues.red[7],
    '--mantine-color-default-border': hues.gray[3],
    '--mantine-color-disabled': disabled.light.surface,
    '--mantine-color-disabled-color': disabled.light.text,
    '--mantine-primary-color-contrast': '#ffffff',
  },
  dark: {
    ...Object.assign({}, ...names.map(tintsOf)),
    '--mantine-color-text': dark[0],
    '--mantine-color-body': dark[6],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': hues.red[4],
    '--mantine-color-default-border': dark[4],
    '--mantine-color-disabled': disabled.dark.surface,
    '--mantine-color-disabled-color': disabled.dark.text,
    '--mantine-primary-color-contrast': dark[9],
  },
})

/**
 * Leaving an invalid field shows its message, which would move a button below it from under the mouse, and the click would be lost.
 * So pressing a button leaves the focus in the form's field.
 */
const stayInField = (event: MouseEvent<HTMLButtonElement>) => {
  if (event.currentTarget.closest('form')) event.preventDefault()
}

const closeButtonProps = { 'aria-label': t('Close') }

/** In Chromium, Tab stops at anything that scrolls: a user who typed a choice and pressed Tab would type into its list. */
const skippedByTab = { scrollAreaProps: { viewportProps: { tabIndex: -1 } } }
/** A dialog that begins at a searchable choice would open with its list over the other fields, and Escape would close only the list. */
const openedWhenWanted = { openOnFocus: false }

export const theme = createTheme({
  colors: { ...hues, dark },
  primaryColor: 'petrol',
  primaryShade,
  black: hues.gray[9],
  variantColorResolver,
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
  headings: {
    fontWeight: '650',
    sizes: {
      // At twice the size, the longest word of a title still fits a phone.
      h1: { fontSize: 'min(clamp(1.5rem, 1.3rem + 0.9vw, 1.75rem), 10vw)', lineHeight: '1.25' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
    },
  },
  // Large text must not turn a phone's width into margins; at the usual size these are the same from 320 px on.
  spacing: { md: 'min(1rem, 5vw)', lg: 'min(1.25rem, 6.25vw)', xl: 'min(2rem, 10vw)' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: `Modal.extend` and the like would pull all of these components into the entry bundle.
  components: {
    Button: {
      defaultProps: { onMouseDown: stayInField },
      // Lower than the other sizes, with letters just as large.
      vars: (_theme: unknown, { size }: { size?: string }) => ({
        root: size === 'compact-md' ? { '--button-fz': 'var(--mantine-font-size-sm)' } : {},
      }),
    },
    Badge: { defaultProps: { tt: 'none' } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', p: { base: 'md', sm: 'lg' } } },
    Alert: { defaultProps: { closeButtonLabel: closeButtonProps['aria-label'] } },
    Modal: {
      defaultProps: {
        closeButtonProps,
        centered: true,
        radius: 'lg',
        // Subtracts what is above and below a dialog from its height, once; dialogs.css sets where it starts.
        yOffset: 'calc(5dvh + (var(--acting-height, 0px) + var(--waiting-height, 0px)) / 2)',
        transitionProps: { duration: 150, transition: 'fade' },
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: { defaultProps: { closeButtonProps, attributes: { header: { role: 'presentation' } } } },
    Indicator: { vars: () => ({ root: { '--indicator-text-color': onFilled } }) },
    // The placeholder is not a menu item: axe reports it, and screen readers reach it first.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Pagination: { vars: () => ({ root: { '--pagination-active-color': onFilled } }) },
    Select: { defaultProps: { ...skippedByTab, ...openedWhenWanted } },
    MultiSelect: { defaultProps: skippedByTab },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
    // The keyboard scrolls what has the focus. Words for screen readers would widen the page if they were not placed within.
    TableScrollContainer: { defaultProps: { type: 'native', tabIndex: 0, pos: 'relative' } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false } } },
  },
})
