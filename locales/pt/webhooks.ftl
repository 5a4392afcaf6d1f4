### Texts of the webhooks of an account and of the service.

webhooks-title = Webhooks
webhooks-text = Endereços que recebem uma mensagem assinada quando algo muda.
webhooks-service-text = Endereços que recebem uma mensagem assinada quando algo muda em qualquer conta.
webhooks-add = Adicionar webhook
webhooks-edit = Editar
webhooks-empty = Ainda não há webhooks
webhooks-url = Endereço
webhooks-url-wrong = Digite um endereço https da Internet pública.
webhooks-description = Descrição
webhooks-events = Eventos
webhooks-events-all = Todos os eventos
webhooks-events-wrong = Escolha pelo menos um evento.
webhooks-secret-title = Chave de assinatura
webhooks-secret-text = Copie agora. Ela não será mostrada de novo.
webhooks-done = Concluído
webhooks-active = Ativo
webhooks-failing = Falhando desde { DATE($when) }
webhooks-dropping = Mensagens pendentes demais: os novos eventos são ignorados
webhooks-disabled-owner = Desativado
webhooks-disabled-gone = Desativado: o destinatário não existe mais
webhooks-disabled-failures = Desativado após cinco dias de falhas
webhooks-actions-for = Ações para { $name }
webhooks-test = Enviar teste
webhooks-test-sent = Teste enviado
webhooks-disable = Desativar
webhooks-enable = Ativar
webhooks-rotate = Substituir a chave
webhooks-rotate-text = As mensagens são assinadas com as duas chaves por um dia.
webhooks-delete = Excluir
webhooks-delete-title = Excluir este webhook?
webhooks-deliveries = Entregas
webhooks-deliveries-empty = Ainda não há entregas
webhooks-deliveries-reload = Atualizar
webhooks-redeliver = Enviar de novo
webhooks-redeliver-named = Enviar de novo: { $type }, { TIME($when) }
webhooks-state-pending = Pendente
webhooks-state-delivered = Entregue
webhooks-state-failed = Falhou
webhooks-attempts = { $count ->
    [one] { $count } tentativa
   *[other] { $count } tentativas
}
webhooks-status = Status { $status }
