### Textos de entrada e cadastro.

auth-email = Endereço de e-mail
auth-password = Senha
auth-new-password = Nova senha
auth-name = Nome
auth-password-hint = Pelo menos 8 caracteres.
auth-password-hint-varied = Fácil de adivinhar. Use caracteres mais variados.
auth-password-hint-longer = OK. Quanto mais longa, mais forte: tente algumas palavras.
auth-password-hint-good = Bom tamanho.
auth-show = Mostrar senha
auth-hide = Ocultar senha
auth-wrong-email = Digite um endereço de e-mail válido, como ada@example.org.
auth-wrong-password = Digite de 8 a 128 caracteres.
auth-wrong-password-common = Esta senha é muito comum. Escolha uma mais difícil de adivinhar.
auth-wrong-password-is-email = A senha não pode ser o seu endereço de e-mail.
auth-wrong-password-missing = Digite sua senha.
auth-wrong-name = Digite no máximo 100 caracteres.
auth-or = ou
auth-sign-in-with = Entrar com { $name }
auth-login-title = Entrar
auth-login-action = Entrar
auth-login-no-account = Não tem uma conta?
auth-login-register = Cadastre-se
auth-login-forgot = Esqueceu a senha?
auth-login-needed = Entre para continuar.
auth-register-title = Criar conta
auth-register-text = Mantenha suas imagens juntas, organize-as em álbuns e envie mais por hora.
auth-register-action = Criar conta
auth-register-has-account = Já tem uma conta?
auth-register-sign-in = Entrar
auth-register-closed = O cadastro está fechado
auth-register-closed-hint = O operador deste servidor cria as contas. Você pode enviar imagens sem uma.
auth-register-welcome = Boas-vindas!
auth-forgot-title = Esqueceu a senha?
auth-forgot-text = Digite o e-mail da sua conta e enviaremos um link de redefinição.
auth-forgot-action = Enviar link
auth-forgot-sent = Confira seu e-mail
auth-forgot-sent-text = Se existe uma conta com o e-mail { $email }, enviamos um link de redefinição. Ele expira em 1 hora.
auth-forgot-no-mail = Este servidor não pode enviar e-mails
auth-forgot-no-mail-text = Peça ao operador um link para redefinir a senha.
auth-forgot-back = Voltar para a entrada
auth-reset-title = Defina uma nova senha
auth-reset-action = Definir senha
auth-reset-done = Senha alterada
auth-reset-done-text =
    Não funcionam mais: { $keys ->
        [one] { $keys } chave de API
       *[other] { $keys } chaves de API
    } e { $sessions ->
        [one] { $sessions } sessão
       *[other] { $sessions } sessões
    }. Entre com sua nova senha.
auth-reset-bad = Este link expirou ou já foi usado.
auth-reset-bad-text = Solicite um novo para continuar.
auth-reset-again = Enviar novo link
auth-verify-title = Confirme seu e-mail
auth-verify-text = Alguém informou este endereço para uma conta aqui. Se não foi você, feche esta página.
auth-verify-action = Confirmar endereço
auth-verify-done = E-mail confirmado
auth-verify-done-text = { $email } agora é o seu endereço de e-mail.
auth-verify-bad = Este link expirou ou já foi usado.
auth-verify-bad-text = Você pode solicitar um novo na página da sua conta.
auth-verify-taken-text = Outra conta usa este endereço de e-mail.
auth-verify-account = Ir para sua conta
auth-again-title = Entre para continuar
auth-again-text = Sua sessão foi encerrada. Suas alterações foram mantidas.
auth-other-title = Enviar para esta conta?
auth-other-text = Você agora está na conta { $now }. Os arquivos em espera foram adicionados por { $chosen }.
auth-other-keep = Não enviar
auth-other-upload = Enviar com esta conta
auth-register-invitation = Convite
auth-register-invitation-hint = Cole o link ou o código que você recebeu.
auth-register-invitation-wrong = Informe seu convite.
auth-register-approval = Um administrador aprova as contas novas. Você poderá usar a sua depois da aprovação.
auth-register-domains = Use um endereço de { $domains }.
