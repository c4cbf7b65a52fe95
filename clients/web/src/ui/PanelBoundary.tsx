/** One failing panel must not take the ticket with it: each panel of the trade page stands in its own boundary. */
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from './Button.tsx'

interface Props {
  readonly children: ReactNode
  readonly text: string
  readonly retryLabel: string
}

export class PanelBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // The one place where the console speaks: support asks for a picture of it.
    // oxlint-disable-next-line no-console
    console.error(error, info.componentStack)
  }
  override render(): ReactNode {
    const { children, text, retryLabel } = this.props
    if (!this.state.hasFailed) return children
    return (
      <div
        role="alert"
        className="flex h-full min-h-24 flex-col items-center justify-center gap-3 bg-s1 p-4 text-dense text-t2"
      >
        {text}
        <Button size="sm" onClick={() => this.setState({ hasFailed: false })}>
          {retryLabel}
        </Button>
      </div>
    )
  }
}
