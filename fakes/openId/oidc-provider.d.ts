// Type declarations for the used part of oidc-provider.
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export interface Answering {
    path: string;
    req: IncomingMessage;
    status: number;
    body: unknown;
  }

  export interface Interaction {
    uid: string;
    params: Record<string, unknown>;
    session?: { accountId: string };
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Authorizing {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: Provider;
    };
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    Grant: new (of: { clientId: string; accountId: string }) => Grant;
    use(middleware: (context: Answering, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (context: unknown, error: Error) => void): this;
    callback(): RequestListener;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }

  export type LoadGrant = (context: Authorizing) => Promise<Grant>;

  export const interactionPolicy: {
    Prompt: new (about: { name: string; requestable: boolean }) => object;
    base(): { add(prompt: object, position?: number): void };
  };

  export default Provider;
}
