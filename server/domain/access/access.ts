// Requests for access to a service.

export interface AccessRequest {
  id: number;
  userId: number;
  service: string;
  subscriptionType: 'basic' | 'pro' | 'enterprise';
  features: string;
  needsTesting: boolean;
  state: 'queued' | 'sent' | 'failed';
  createdAt: Date;
  sentAt: Date | null;
}
