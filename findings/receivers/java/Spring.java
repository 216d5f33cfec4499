import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@EnableAutoConfiguration
public class Spring {
    public record Answer(Object value) {}

    public static class Age {
        private String min;

        public String getMin() {
            return min;
        }

        public void setMin(String min) {
            this.min = min;
        }
    }

    public static class Query {
        private List<String> a;
        private Age age;

        public List<String> getA() {
            return a;
        }

        public void setA(List<String> a) {
            this.a = a;
        }

        public Age getAge() {
            return age;
        }

        public void setAge(Age age) {
            this.age = age;
        }
    }

    @RestController
    public static class Routes {
        @GetMapping("/object")
        Answer object(@ModelAttribute Query query) {
            return new Answer(query.getAge());
        }

        @GetMapping("/x/{id}")
        Answer path(@PathVariable String id) {
            return new Answer(id);
        }

        @RequestMapping("/query")
        Answer query(@RequestBody Map<String, String> body) {
            return new Answer(body);
        }
    }

    @RestController
    public static class ByParameter {
        @GetMapping("/list")
        Answer list(@RequestParam(required = false) List<String> a) {
            return new Answer(a);
        }
    }

    @RestController
    public static class ByBean {
        @GetMapping("/list")
        Answer list(@ModelAttribute Query query) {
            return new Answer(query.getA());
        }
    }

    public static void main(String[] args) {
        Class<?> list = args[0].equals("bean") ? ByBean.class : ByParameter.class;
        new SpringApplication(Spring.class, Routes.class, list).run("--server.address=127.0.0.1", "--server.port=" + System.getenv("PORT"));
    }
}
